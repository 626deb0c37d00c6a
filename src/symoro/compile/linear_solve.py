"""The helper of compiled programs that solves a linear system, in LLVM's textual form."""

LINEAR_SOLVE = """
; Replace B by X in n rows of [A | B], where A X = B: elimination with partial pivoting, in place.
; A singular A divides by zero, so X is not finite.
define internal void @linear_solve(i64 %n, i64 %width, ptr %rows) {
entry:
  %last = sub i64 %n, 1
  br label %column

column: ; c = 0 ... n-1
  %c = phi i64 [ 0, %entry ], [ %c.next, %column.end ]
  %c.next = add i64 %c, 1
  %c.start = mul i64 %c, %width
  br label %search

search: ; best = the row of the largest element, r = c ... n-1
  %r = phi i64 [ %c, %column ], [ %r.next, %search ]
  %best = phi i64 [ %c, %column ], [ %best.next, %search ]
  %largest = phi double [ -1.0, %column ], [ %largest.next, %search ]
  %r.start = mul i64 %r, %width
  %r.place = add i64 %r.start, %c
  %r.pointer = getelementptr double, ptr %rows, i64 %r.place
  %r.value = load double, ptr %r.pointer
  %r.size = call double @llvm.fabs.f64(double %r.value)
  %r.larger = fcmp ogt double %r.size, %largest
  %best.next = select i1 %r.larger, i64 %r, i64 %best
  %largest.next = select i1 %r.larger, double %r.size, double %largest
  %r.next = add i64 %r, 1
  %r.more = icmp slt i64 %r.next, %n
  br i1 %r.more, label %search, label %exchange.start

exchange.start:
  %b.start = mul i64 %best.next, %width
  br label %exchange

exchange: ; rows c and best, k = c ... width-1
  %x = phi i64 [ %c, %exchange.start ], [ %x.next, %exchange ]
  %xc.place = add i64 %c.start, %x
  %xb.place = add i64 %b.start, %x
  %xc.pointer = getelementptr double, ptr %rows, i64 %xc.place
  %xb.pointer = getelementptr double, ptr %rows, i64 %xb.place
  %xc.value = load double, ptr %xc.pointer
  %xb.value = load double, ptr %xb.pointer
  store double %xb.value, ptr %xc.pointer
  store double %xc.value, ptr %xb.pointer
  %x.next = add i64 %x, 1
  %x.more = icmp slt i64 %x.next, %width
  br i1 %x.more, label %exchange, label %eliminate.start

eliminate.start:
  %pivot.place = add i64 %c.start, %c
  %pivot.pointer = getelementptr double, ptr %rows, i64 %pivot.place
  %pivot = load double, ptr %pivot.pointer
  %below = icmp slt i64 %c.next, %n
  br i1 %below, label %eliminate, label %column.end

eliminate: ; rows e = c+1 ... n-1
  %e = phi i64 [ %c.next, %eliminate.start ], [ %e.next, %eliminate.end ]
  %e.start = mul i64 %e, %width
  %e.place = add i64 %e.start, %c
  %e.pointer = getelementptr double, ptr %rows, i64 %e.place
  %e.value = load double, ptr %e.pointer
  %factor = fdiv double %e.value, %pivot
  br label %subtract

subtract: ; k = c+1 ... width-1
  %k = phi i64 [ %c.next, %eliminate ], [ %k.next, %subtract ]
  %kc.place = add i64 %c.start, %k
  %ke.place = add i64 %e.start, %k
  %kc.pointer = getelementptr double, ptr %rows, i64 %kc.place
  %ke.pointer = getelementptr double, ptr %rows, i64 %ke.place
  %kc.value = load double, ptr %kc.pointer
  %ke.value = load double, ptr %ke.pointer
  %k.product = fmul double %factor, %kc.value
  %k.value = fsub double %ke.value, %k.product
  store double %k.value, ptr %ke.pointer
  %k.next = add i64 %k, 1
  %k.more = icmp slt i64 %k.next, %width
  br i1 %k.more, label %subtract, label %eliminate.end

eliminate.end:
  %e.next = add i64 %e, 1
  %e.more = icmp slt i64 %e.next, %n
  br i1 %e.more, label %eliminate, label %column.end

column.end:
  %c.more = icmp slt i64 %c.next, %n
  br i1 %c.more, label %column, label %back

back: ; unknowns u = n-1 ... 0
  %u = phi i64 [ %last, %column.end ], [ %u.next, %back.end ]
  %u.start = mul i64 %u, %width
  %u.place = add i64 %u.start, %u
  %u.pointer = getelementptr double, ptr %rows, i64 %u.place
  %u.pivot = load double, ptr %u.pointer
  br label %side

side: ; right-hand sides s = n ... width-1
  %s = phi i64 [ %n, %back ], [ %s.next, %side.end ]
  %s.place = add i64 %u.start, %s
  %s.pointer = getelementptr double, ptr %rows, i64 %s.place
  %s.value = load double, ptr %s.pointer
  br label %known

known: ; unknowns that are known, i = u+1 ... n-1
  %i.before = phi i64 [ %u, %side ], [ %i, %take ]
  %sum = phi double [ %s.value, %side ], [ %sum.next, %take ]
  %i = add i64 %i.before, 1
  %i.more = icmp slt i64 %i, %n
  br i1 %i.more, label %take, label %side.end

take:
  %iu.place = add i64 %u.start, %i
  %iu.pointer = getelementptr double, ptr %rows, i64 %iu.place
  %iu.value = load double, ptr %iu.pointer
  %i.start = mul i64 %i, %width
  %is.place = add i64 %i.start, %s
  %is.pointer = getelementptr double, ptr %rows, i64 %is.place
  %is.value = load double, ptr %is.pointer
  %i.product = fmul double %iu.value, %is.value
  %sum.next = fsub double %sum, %i.product
  br label %known

side.end:
  %found = fdiv double %sum, %u.pivot
  store double %found, ptr %s.pointer
  %s.next = add i64 %s, 1
  %s.more = icmp slt i64 %s.next, %width
  br i1 %s.more, label %side, label %back.end

back.end:
  %u.next = sub i64 %u, 1
  %u.more = icmp sge i64 %u.next, 0
  br i1 %u.more, label %back, label %done

done:
  ret void
}
"""
"""Defines ``linear_solve(n, width, rows)``; needs the declaration of ``llvm.fabs.f64``."""
