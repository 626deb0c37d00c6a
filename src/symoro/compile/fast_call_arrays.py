"""The functions of `fast_call_text` on NumPy's arrays: one is checked, one or several are made.

Names after a ``$`` are offsets and addresses that `fast_call_text` fills in; it explains ``get``.
"""

from __future__ import annotations

HELPERS = """
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; Is it an ndarray of native doubles, with these flags and this shape?
define internal i1 @is_plain(ptr %a, i64 %axes, ptr %shape, i32 %flags) {
entry:
  %type = get ptr %a + $np_TYPE
  %is.array = icmp eq ptr %type, $ndarray
  br i1 %is.array, label %kind, label %no

kind:
  %dtype = get ptr %a + $np_DESCR
  %is.usual = icmp eq ptr %dtype, $float64
  br i1 %is.usual, label %form, label %other

other: ; another object for the same type, such as pickle makes
  %number = get i32 %dtype + $np_NUMBER
  %order = get i8 %dtype + $np_ORDER
  %is.double = icmp eq i32 %number, $np_DOUBLE
  %is.native = icmp eq i8 %order, $np_NATIVE
  %is.same = and i1 %is.double, %is.native
  br i1 %is.same, label %form, label %no

form:
  %own.flags = get i32 %a + $np_FLAGS
  %masked = and i32 %own.flags, %flags
  %has.flags = icmp eq i32 %masked, %flags
  %own.axes = get i32 %a + $np_ND
  %wide = sext i32 %own.axes to i64
  %has.axes = icmp eq i64 %wide, %axes
  %has.form = and i1 %has.flags, %has.axes
  %own.shape = get ptr %a + $np_DIMS
  br i1 %has.form, label %axis, label %no

axis: ; i = 0 ... axes-1
  %i = phi i64 [ 0, %form ], [ %i.next, %size ]
  %more = icmp slt i64 %i, %axes
  br i1 %more, label %size, label %yes

size:
  %own.size = get i64 %own.shape [%i]
  %wanted = get i64 %shape [%i]
  %i.next = add i64 %i, 1
  %same = icmp eq i64 %own.size, %wanted
  br i1 %same, label %axis, label %no

yes:
  ret i1 true

no:
  ret i1 false
}

; A new array with the shape of an output's record and these values; null if there is no memory.
define internal ptr @new_array(ptr %record, ptr %values) {
  %axes = get i64 %record [$t_OUTPUT_AXES]
  %axes.int = trunc i64 %axes to i32
  %shape = getelementptr i64, ptr %record, i64 $t_OUTPUT_SHAPE
  %array = call ptr $PyArray_New(ptr $ndarray, i32 %axes.int, ptr %shape, i32 $np_DOUBLE,
                                 ptr null, ptr null, i32 0, i32 0, ptr null)
  %failed = icmp eq ptr %array, null
  br i1 %failed, label %end, label %fill

fill:
  call void @write(ptr %array, ptr %record, ptr %values)
  br label %end

end:
  ret ptr %array
}

; Copy the values of an output to an array.
define internal void @write(ptr %array, ptr %record, ptr %values) {
  %count = get i64 %record [$t_COUNT]
  %bytes = shl i64 %count, 3
  %data = get ptr %array + $np_DATA
  call void @llvm.memcpy.p0.p0.i64(ptr %data, ptr %values, i64 %bytes, i1 false)
  ret void
}

; A dictionary of new arrays by output; null after an error.
define internal ptr @new_dict(i64 %outputs, ptr %records, ptr %first.values) {
entry:
  %dict = call ptr $PyDict_New()
  %no.dict = icmp eq ptr %dict, null
  br i1 %no.dict, label %none, label %output

output: ; o = 0 ... outputs-1
  %o = phi i64 [ 0, %entry ], [ %o.next, %next ]
  %record = phi ptr [ %records, %entry ], [ %record.next, %next ]
  %values = phi ptr [ %first.values, %entry ], [ %values.next, %next ]
  %more = icmp slt i64 %o, %outputs
  br i1 %more, label %make, label %done

make:
  %array = call ptr @new_array(ptr %record, ptr %values)
  %no.array = icmp eq ptr %array, null
  br i1 %no.array, label %failed, label %put

put: ; the dictionary holds the array from now on
  %name = get ptr %record [$t_NAME]
  %status = call i32 $PyDict_SetItem(ptr %dict, ptr %name, ptr %array)
  call void $Py_DecRef(ptr %array)
  %fine = icmp eq i32 %status, 0
  br i1 %fine, label %next, label %failed

next:
  %o.next = add i64 %o, 1
  %count = get i64 %record [$t_COUNT]
  %values.next = getelementptr double, ptr %values, i64 %count
  %axes = get i64 %record [$t_OUTPUT_AXES]
  %shape = getelementptr i64, ptr %record, i64 $t_OUTPUT_SHAPE
  %record.next = getelementptr i64, ptr %shape, i64 %axes
  br label %output

done:
  ret ptr %dict

failed:
  call void $Py_DecRef(ptr %dict)
  br label %none

none:
  ret ptr null
}
"""
