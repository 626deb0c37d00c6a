"""The loops over a batch, in LLVM's textual form; they are the same for all programs.

Input i of state s is at ``inputs[i] + s * strides[i]``, in bytes, and outputs likewise. ``one``
calls ``state(in, k, out)`` for one state after the other. ``many`` calls ``states``, which computes
vectors of states; those that are left at the end are copied, with the last one repeated until a
vector is full.
"""

from __future__ import annotations

ONE, MANY = "one", "many"

_ARGUMENTS = (
    "ptr %body, i64 %n, ptr %k, i64 %n.in, ptr %inputs, ptr %strides, "
    "i64 %n.out, ptr %outputs, ptr %out.strides, ptr %scratch, i64 %width"
)


def driver_text() -> str:
    """Return the definitions of both loops; `kernel.BATCH` describes their arguments."""
    return "\n".join([_PLACE, _ONE, _MANY])


_PLACE = """
; The address of element i of state s.
define internal ptr @place(ptr %addresses, ptr %strides, i64 %i, i64 %s) {
  %entry.address = getelementptr ptr, ptr %addresses, i64 %i
  %start = load ptr, ptr %entry.address
  %entry.stride = getelementptr i64, ptr %strides, i64 %i
  %stride = load i64, ptr %entry.stride
  %offset = mul i64 %s, %stride
  %found = getelementptr i8, ptr %start, i64 %offset
  ret ptr %found
}
"""

_ONE = f"""
define void @{ONE}({_ARGUMENTS}) {{
entry:
  %out = getelementptr double, ptr %scratch, i64 %n.in
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %state, label %done

state: ; s = 0 ... n-1
  %s = phi i64 [ 0, %entry ], [ %s.next, %state.end ]
  br label %gather

gather: ; inputs i
  %i = phi i64 [ 0, %state ], [ %i.next, %take ]
  %i.more = icmp slt i64 %i, %n.in
  br i1 %i.more, label %take, label %compute

take:
  %i.from = call ptr @place(ptr %inputs, ptr %strides, i64 %i, i64 %s)
  %i.value = load double, ptr %i.from
  %i.own = getelementptr double, ptr %scratch, i64 %i
  store double %i.value, ptr %i.own
  %i.next = add i64 %i, 1
  br label %gather

compute:
  call void %body(ptr %scratch, ptr %k, ptr %out)
  br label %scatter

scatter: ; outputs o
  %o = phi i64 [ 0, %compute ], [ %o.next, %give ]
  %o.more = icmp slt i64 %o, %n.out
  br i1 %o.more, label %give, label %state.end

give:
  %o.own = getelementptr double, ptr %out, i64 %o
  %o.value = load double, ptr %o.own
  %o.to = call ptr @place(ptr %outputs, ptr %out.strides, i64 %o, i64 %s)
  store double %o.value, ptr %o.to
  %o.next = add i64 %o, 1
  br label %scatter

state.end:
  %s.next = add i64 %s, 1
  %s.more = icmp slt i64 %s.next, %n
  br i1 %s.more, label %state, label %done

done:
  ret void
}}
"""

_MANY = f"""
define void @{MANY}({_ARGUMENTS}) {{
entry:
  %left = urem i64 %n, %width
  %whole = sub i64 %n, %left
  %some = icmp sgt i64 %whole, 0
  br i1 %some, label %vectors, label %end

vectors:
  call void %body(i64 %whole, ptr %inputs, ptr %strides, ptr %k, ptr %outputs, ptr %out.strides)
  br label %end

end: ; the scratch: a vector, a pointer and a stride for each input, then for each output
  %columns = add i64 %n.in, %n.out
  %doubles = mul i64 %columns, %width
  %table = getelementptr double, ptr %scratch, i64 %doubles
  %table.strides = getelementptr ptr, ptr %table, i64 %columns
  %table.out = getelementptr ptr, ptr %table, i64 %n.in
  %table.out.strides = getelementptr i64, ptr %table.strides, i64 %n.in
  %last = sub i64 %left, 1
  %any = icmp sgt i64 %left, 0
  br i1 %any, label %set, label %done

set: ; columns c
  %c = phi i64 [ 0, %end ], [ %c.next, %set ]
  %c.start = mul i64 %c, %width
  %c.own = getelementptr double, ptr %scratch, i64 %c.start
  %c.entry = getelementptr ptr, ptr %table, i64 %c
  store ptr %c.own, ptr %c.entry
  %c.stride = getelementptr i64, ptr %table.strides, i64 %c
  store i64 8, ptr %c.stride
  %c.next = add i64 %c, 1
  %c.more = icmp slt i64 %c.next, %columns
  br i1 %c.more, label %set, label %gather

gather: ; inputs i
  %i = phi i64 [ 0, %set ], [ %i.next, %gathered ]
  %i.more = icmp slt i64 %i, %n.in
  br i1 %i.more, label %fill, label %compute

fill: ; r = 0 ... width-1
  %r = phi i64 [ 0, %gather ], [ %r.next, %fill ]
  %r.beyond = icmp sgt i64 %r, %last
  %r.row = select i1 %r.beyond, i64 %last, i64 %r
  %r.state = add i64 %whole, %r.row
  %r.from = call ptr @place(ptr %inputs, ptr %strides, i64 %i, i64 %r.state)
  %r.value = load double, ptr %r.from
  %r.to = call ptr @place(ptr %table, ptr %table.strides, i64 %i, i64 %r)
  store double %r.value, ptr %r.to
  %r.next = add i64 %r, 1
  %r.more = icmp slt i64 %r.next, %width
  br i1 %r.more, label %fill, label %gathered

gathered:
  %i.next = add i64 %i, 1
  br label %gather

compute:
  call void %body(i64 %width, ptr %table, ptr %table.strides, ptr %k,
                  ptr %table.out, ptr %table.out.strides)
  br label %scatter

scatter: ; outputs o
  %o = phi i64 [ 0, %compute ], [ %o.next, %scattered ]
  %o.more = icmp slt i64 %o, %n.out
  br i1 %o.more, label %give, label %done

give: ; t = 0 ... left-1
  %t = phi i64 [ 0, %scatter ], [ %t.next, %give ]
  %t.from = call ptr @place(ptr %table.out, ptr %table.out.strides, i64 %o, i64 %t)
  %t.value = load double, ptr %t.from
  %t.state = add i64 %whole, %t
  %t.to = call ptr @place(ptr %outputs, ptr %out.strides, i64 %o, i64 %t.state)
  store double %t.value, ptr %t.to
  %t.next = add i64 %t, 1
  %t.more = icmp slt i64 %t.next, %left
  br i1 %t.more, label %give, label %scattered

scattered:
  %o.next = add i64 %o, 1
  br label %scatter

done:
  ret void
}}
"""
