"""A call of a prepared solution tree as a function of CPython, in LLVM's textual form.

As `fast_call_text`, for one shape of a call: ``f(T)``, or ``f(T, fixed)`` where joints are fixed.
The result is a new array with a row for each solution. Whatever is not plain goes, unchanged, to
the object's Python function: other arguments than arrays of doubles of the right shape in C order,
keywords, and poses that are not orthonormal.
"""

from __future__ import annotations

from collections.abc import Mapping

from symoro.compile.fast_call_text import expand

KERNEL, PARAMETERS, COLUMNS, ROOM, FIXED, PLAN = range(6)
"""Words of an object's plan: the native code for one pose, its parameters, the number of joints,
the doubles of the most rows, the number of fixed joints; and their number."""


def tree_call_text(addresses: Mapping[str, int], general: int, plan: int) -> str:
    """Return the text; see `fast_call_text.call_text`."""
    words = {"kernel": KERNEL, "parameters": PARAMETERS, "columns": COLUMNS}
    words |= {"room": ROOM, "fixed": FIXED}
    return expand(_CALL, addresses, general, plan, words)


_CALL = """
@message = private constant [$length x i8] c"$message\\00"
@pose.shape = private constant [2 x i64] [i64 4, i64 4]

define ptr @$call(ptr %self, ptr %args, i64 %nargs.flagged, ptr %kwnames) {
entry:
  %record = alloca i64, i64 5
  %nargs = and i64 %nargs.flagged, $count_mask
  %general = get ptr %self + $general
  %plan.array = get ptr %self + $plan
  %no.general = icmp eq ptr %general, null
  %no.plan = icmp eq ptr %plan.array, null
  %unset = or i1 %no.general, %no.plan
  br i1 %unset, label %bad, label %begin

bad: ; an object made without __init__
  call void $PyErr_SetString(ptr $TypeError, ptr @message)
  ret ptr null

begin:
  %plan = get ptr %plan.array + $np_DATA
  %kernel = get ptr %plan [$kernel]
  %p = get ptr %plan [$parameters]
  %columns = get i64 %plan [$columns]
  %room = get i64 %plan [$room]
  %fixed.shape = getelementptr i64, ptr %plan, i64 $fixed
  %fixed = load i64, ptr %fixed.shape
  %some.fixed = icmp ne i64 %fixed, 0
  %one.more = zext i1 %some.fixed to i64
  %wanted = add i64 1, %one.more
  %no.keywords = icmp eq ptr %kwnames, null
  %all.there = icmp eq i64 %nargs, %wanted
  %compiled = icmp ne ptr %kernel, null
  %positional = and i1 %no.keywords, %all.there
  %ready = and i1 %positional, %compiled
  br i1 %ready, label %pose, label %slow

pose:
  %T = get ptr %args [0]
  %T.plain = call i1 @is_plain(ptr %T, i64 2, ptr @pose.shape, i32 $np_READABLE)
  br i1 %T.plain, label %positions, label %slow

positions:
  %T.data = get ptr %T + $np_DATA
  br i1 %some.fixed, label %given, label %compute

given:
  %qf = get ptr %args [1]
  %qf.plain = call i1 @is_plain(ptr %qf, i64 1, ptr %fixed.shape, i32 $np_READABLE)
  br i1 %qf.plain, label %gather, label %slow

gather:
  %qf.data = get ptr %qf + $np_DATA
  br label %compute

compute:
  %fixed.data = phi ptr [ %T.data, %positions ], [ %qf.data, %gather ]
  %q = alloca double, i64 %room
  %count = call i64 %kernel(ptr %T.data, ptr %fixed.data, ptr %p, ptr %q)
  %is.pose = icmp sge i64 %count, 0
  br i1 %is.pose, label %deliver, label %slow

deliver: ; the record of an output: name, elements, axes, shape
  %elements = mul i64 %count, %columns
  %record.elements = getelementptr i64, ptr %record, i64 $t_COUNT
  store i64 %elements, ptr %record.elements
  %record.axes = getelementptr i64, ptr %record, i64 $t_OUTPUT_AXES
  store i64 2, ptr %record.axes
  %record.rows = getelementptr i64, ptr %record, i64 $t_OUTPUT_SHAPE
  store i64 %count, ptr %record.rows
  %record.columns = getelementptr i64, ptr %record.rows, i64 1
  store i64 %columns, ptr %record.columns
  %array = call ptr @new_array(ptr %record, ptr %q)
  ret ptr %array

slow:
  %answer = call ptr $PyObject_Vectorcall(ptr %general, ptr %args, i64 %nargs, ptr %kwnames)
  ret ptr %answer
}
"""
