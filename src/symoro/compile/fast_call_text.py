"""A call of a prepared model as a function of CPython, in LLVM's textual form.

It follows CPython's protocol for quick calls (vectorcall) and serves all models: what a call looks
like is in the table of the model (`call_table`). It knows only the plain case: arguments that are
ndarrays, no subclass, of native doubles, aligned, in C order and of exactly the right shape, and at
most one such array as ``out``. Whatever else comes goes, unchanged, to the object's Python
function, which converts, computes batches and raises errors; so this code has no conversion and no
message on arguments. It copies the inputs before it computes and writes to ``out`` after that, so
``out`` may be one of them; between its checks and its last use of an argument no Python code runs.

``%x = get T %p + N`` is short for loading a T that is N bytes behind an address, and
``%x = get T %p [N]`` for loading the one at index N of an array with elements of 8 bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import Template

from symoro.compile import array_fields, call_table
from symoro.compile.fast_call_arrays import HELPERS

CALL = "call"
"""The name of the function: ``call(self, args, nargs, kwnames)``, of type ``vectorcallfunc``."""

KERNEL, CONSTANTS, TABLE, PLAN = range(4)
"""Words of an object's plan: the native code for one state (0 until it is made), its constants,
the model's table; and their number."""

_ROOM = 256
"""Doubles on the stack for inputs and outputs, less than a page; more go to the heap."""

_MESSAGE = "a PreparedModel is made by prepare(...) of a compiled model"
"""The error of an object that was made without ``__init__``."""

API = (
    "PyDict_New",
    "PyDict_SetItem",
    "PyErr_SetString",
    "PyMem_Free",
    "PyMem_Malloc",
    "PyObject_Vectorcall",
    "PyTuple_GetItem",
    "PyTuple_Size",
    "Py_DecRef",
    "Py_IncRef",
)
"""The functions of CPython that it calls."""


def call_text(addresses: Mapping[str, int], general: int, plan: int) -> str:
    """Return the text.

    Args:
        addresses: of the functions of `API` and of ``PyArray_New``, ``ndarray``, ``float64`` and
            ``TypeError``.
        general: where an object has its Python function, in bytes from its address.
        plan: where it has its plan, an array.
    """
    slots = call_table.MOST_ARRAYS + 1
    words = {"kernel": KERNEL, "constants": CONSTANTS, "table": TABLE}
    words |= {"room": _ROOM, "slots": slots, "slot_bytes": 8 * slots}
    return expand(_CALL, addresses, general, plan, words)


def expand(
    text: str, addresses: Mapping[str, int], general: int, plan: int, words: Mapping[str, object]
) -> str:
    """Return the text of a call with the functions on arrays, and all names filled in."""
    names: dict[str, object] = {
        f"{module}_{name}": value
        for module, source in (("np", array_fields), ("t", call_table))
        for name, value in vars(source).items()
        if isinstance(value, int)
    }
    names |= {name: f"inttoptr (i64 {address} to ptr)" for name, address in addresses.items()}
    names |= {"call": CALL, "general": general, "plan": plan, "count_mask": (1 << 63) - 1}
    names |= {"message": _MESSAGE, "length": len(_MESSAGE) + 1, **words}
    return _expand_loads(Template("\n".join([HELPERS, text])).substitute(names))


def _expand_loads(text: str) -> str:
    """Write each ``get`` as an address and a load."""
    load = r"\1.at = getelementptr {}, ptr \3, i64 \4\n  \1 = load \2, ptr \1.at"
    text = re.sub(r"(%\S+) = get (\w+) (%\S+) \+ (\S+)", load.format("i8"), text)
    return re.sub(r"(%\S+) = get (\w+) (%\S+) \[(\S+)\]", load.format("i64"), text)


_CALL = """
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

@message = private constant [$length x i8] c"$message\\00"

define ptr @$call(ptr %self, ptr %args, i64 %nargs.flagged, ptr %kwnames) {
entry:
  %nargs = and i64 %nargs.flagged, $count_mask
  %room = alloca [$room x double], align 16
  %slots = alloca [$slots x ptr], align 16
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
  %not.compiled = icmp eq ptr %kernel, null
  br i1 %not.compiled, label %slow, label %count

count:
  %k = get ptr %plan [$constants]
  %table = get ptr %plan [$table]
  %positional = get i64 %table [$t_POSITIONAL]
  %arrays = get i64 %table [$t_ARRAYS]
  %inputs = get i64 %table [$t_INPUTS]
  %doubles = get i64 %table [$t_DOUBLES]
  %checked = get i64 %table [$t_CHECKED]
  %outputs = get i64 %table [$t_OUTPUTS]
  %names = get ptr %table [$t_NAMES]
  %records = get ptr %table [$t_ARGUMENT_RECORDS]
  %output.records = get ptr %table [$t_OUTPUT_RECORDS]
  %too.many = icmp sgt i64 %nargs, %positional
  br i1 %too.many, label %slow, label %sort

; Sort the arguments: each has a slot, which is null if it is not there, and out has the last one.
sort:
  call void @llvm.memset.p0.i64(ptr %slots, i8 0, i64 $slot_bytes, i1 false)
  br label %position

position: ; p = 0 ... nargs-1
  %p = phi i64 [ 0, %sort ], [ %p.next, %take ]
  %p.more = icmp slt i64 %p, %nargs
  br i1 %p.more, label %take, label %keywords

take:
  %p.value = get ptr %args [%p]
  %p.slot = getelementptr ptr, ptr %slots, i64 %p
  store ptr %p.value, ptr %p.slot
  %p.next = add i64 %p, 1
  br label %position

keywords:
  %no.keywords = icmp eq ptr %kwnames, null
  br i1 %no.keywords, label %target, label %tuple

tuple:
  %n.keywords = call i64 $PyTuple_Size(ptr %kwnames)
  br label %keyword

keyword: ; w = 0 ... keywords-1
  %w = phi i64 [ 0, %tuple ], [ %w.next, %place ]
  %w.more = icmp slt i64 %w, %n.keywords
  br i1 %w.more, label %search, label %target

search:
  %name = call ptr $PyTuple_GetItem(ptr %kwnames, i64 %w)
  br label %candidate

candidate: ; c = 0 ... arrays; the last one is out
  %c = phi i64 [ 0, %search ], [ %c.next, %compare ]
  %c.more = icmp sle i64 %c, %arrays
  br i1 %c.more, label %compare, label %slow

compare:
  %c.name = get ptr %names [%c]
  %c.next = add i64 %c, 1
  %is.name = icmp eq ptr %c.name, %name
  br i1 %is.name, label %vacant, label %candidate

vacant:
  %c.slot = getelementptr ptr, ptr %slots, i64 %c
  %c.first = load ptr, ptr %c.slot
  %is.vacant = icmp eq ptr %c.first, null
  br i1 %is.vacant, label %place, label %slow

place:
  %w.index = add i64 %nargs, %w
  %w.value = get ptr %args [%w.index]
  store ptr %w.value, ptr %c.slot
  %w.next = add i64 %w, 1
  br label %keyword

; Check out: one array, for the only output.
target:
  %out = get ptr %slots [%arrays]
  %no.out = icmp eq ptr %out, null
  br i1 %no.out, label %reserve, label %single

single:
  %is.single = icmp eq i64 %outputs, 1
  br i1 %is.single, label %fit, label %slow

fit:
  %out.axes = get i64 %output.records [$t_OUTPUT_AXES]
  %out.shape = getelementptr i64, ptr %output.records, i64 $t_OUTPUT_SHAPE
  %out.fits = call i1 @is_plain(ptr %out, i64 %out.axes, ptr %out.shape, i32 $np_WRITABLE)
  br i1 %out.fits, label %reserve, label %slow

; Reserve memory for inputs and results: on the stack if they are few.
reserve:
  %few = icmp sle i64 %doubles, $room
  br i1 %few, label %reserved, label %allocate

allocate:
  %bytes = shl i64 %doubles, 3
  %block = call ptr $PyMem_Malloc(i64 %bytes)
  %no.block = icmp eq ptr %block, null
  br i1 %no.block, label %slow, label %reserved

reserved:
  %heap = phi ptr [ null, %reserve ], [ %block, %allocate ]
  %in = phi ptr [ %room, %reserve ], [ %block, %allocate ]
  br label %argument

; Check each argument and copy what is read of it.
argument: ; a = 0 ... arrays-1
  %a = phi i64 [ 0, %reserved ], [ %a.next, %done ]
  %record = phi ptr [ %records, %reserved ], [ %record.next, %done ]
  %a.more = icmp slt i64 %a, %arrays
  br i1 %a.more, label %look, label %compute

look:
  %array = get ptr %slots [%a]
  %is.absent = icmp eq ptr %array, null
  br i1 %is.absent, label %spare, label %check

spare:
  %needed = get i64 %record [$t_NEEDED]
  %is.spare = icmp eq i64 %needed, 0
  br i1 %is.spare, label %done, label %hand.over

check:
  %axes = get i64 %record [$t_AXES]
  %shape = getelementptr i64, ptr %record, i64 $t_SHAPE
  %is.plain = call i1 @is_plain(ptr %array, i64 %axes, ptr %shape, i32 $np_READABLE)
  br i1 %is.plain, label %gather, label %hand.over

gather:
  %values = get ptr %array + $np_DATA
  %start = get i64 %record [$t_START]
  %own = getelementptr double, ptr %in, i64 %start
  %read = get i64 %record [$t_READ]
  %zeros = get i64 %record [$t_ZERO]
  %places = getelementptr i64, ptr %shape, i64 %axes
  %zero.places = getelementptr i64, ptr %places, i64 %read
  br label %element

element: ; e = 0 ... read-1
  %e = phi i64 [ 0, %gather ], [ %e.next, %copy ]
  %e.more = icmp slt i64 %e, %read
  br i1 %e.more, label %copy, label %zero

copy:
  %e.place = get i64 %places [%e]
  %e.value = get double %values [%e.place]
  %e.own = getelementptr double, ptr %own, i64 %e
  store double %e.value, ptr %e.own
  %e.next = add i64 %e, 1
  br label %element

zero: ; z = 0 ... zeros-1: elements that the robot has no symbols for
  %z = phi i64 [ 0, %element ], [ %z.next, %is.it ]
  %z.more = icmp slt i64 %z, %zeros
  br i1 %z.more, label %is.it, label %done

is.it:
  %z.place = get i64 %zero.places [%z]
  %z.value = get double %values [%z.place]
  %z.next = add i64 %z, 1
  %is.zero = fcmp oeq double %z.value, 0.0
  br i1 %is.zero, label %zero, label %hand.over

done:
  %a.next = add i64 %a, 1
  %size = get i64 %record [$t_SIZE]
  %record.next = getelementptr i64, ptr %record, i64 %size
  br label %argument

; Compute; nothing has been written to yet that a caller can see.
compute:
  %results = getelementptr double, ptr %in, i64 %inputs
  call void %kernel(ptr %in, ptr %k, ptr %results)
  %is.checked = icmp ne i64 %checked, 0
  br i1 %is.checked, label %finite, label %deliver

finite: ; f = inputs ... doubles-1
  %f = phi i64 [ %inputs, %compute ], [ %f.next, %test ]
  %f.more = icmp slt i64 %f, %doubles
  br i1 %f.more, label %test, label %deliver

test: ; the difference of an infinite number or of NaN with itself is NaN
  %f.value = get double %in [%f]
  %f.difference = fsub double %f.value, %f.value
  %f.next = add i64 %f, 1
  %is.finite = fcmp oeq double %f.difference, 0.0
  br i1 %is.finite, label %finite, label %hand.over

deliver:
  br i1 %no.out, label %new, label %write

write:
  call void @write(ptr %out, ptr %output.records, ptr %results)
  call void $Py_IncRef(ptr %out)
  br label %end

new:
  %is.one = icmp eq i64 %outputs, 1
  br i1 %is.one, label %one, label %several

one:
  %one.array = call ptr @new_array(ptr %output.records, ptr %results)
  br label %end

several:
  %dict = call ptr @new_dict(i64 %outputs, ptr %output.records, ptr %results)
  br label %end

end:
  %result = phi ptr [ %out, %write ], [ %one.array, %one ], [ %dict, %several ]
  %end.stack = icmp eq ptr %heap, null
  br i1 %end.stack, label %return, label %end.free

end.free:
  call void $PyMem_Free(ptr %heap)
  br label %return

return:
  ret ptr %result

; Hand the call over to Python, as it came.
hand.over:
  %over.stack = icmp eq ptr %heap, null
  br i1 %over.stack, label %slow, label %over.free

over.free:
  call void $PyMem_Free(ptr %heap)
  br label %slow

slow:
  %answer = call ptr $PyObject_Vectorcall(ptr %general, ptr %args, i64 %nargs, ptr %kwnames)
  ret ptr %answer
}
"""
