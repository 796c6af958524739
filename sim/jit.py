"""The one module that owns the compiler.

`kernel` is numba's ``njit`` with the project's options; no other module imports numba's decorators.
What numba does to the unwary, and what is done about it:

* Its cache does not follow imports: a cached caller keeps an edited callee's old code. So the cache
  lies in a folder named by the digest of all of `sim`'s sources (`sim.SOURCE_DIGEST`), and one per
  setting of ``NUMBA_BOUNDSCHECK``, which numba's own key leaves out.
* ``uint64`` mixed with signed integers becomes ``float64``: masks and shifts stay unsigned.
* A boolean sub-array field does not compile: use ``uint8``.
* ``int(SomeIntEnum.MEMBER)`` does not compile: compare the member, or return it.
* Records are references: assigning to a field of a record argument changes the caller's. Assigning a
  whole record (``a[0] = b[0]``, ``state.table = table``) works, byte by byte: long to compile, and
  several times as long to run as the block copy that `copy_record` is.
* A function made inside another (a policy with parameters) is kept on disk under a key that pickles what
  it closes over; for jitted functions that differs from process to process, and machine code of two of
  them may bear one name. So here such a function is named and kept by what it closes over, in words.
* A function passed as an argument is a compile-time constant unless its parameter is declared as a
  `FunctionType`; policies are, so that no mix of policies compiles the loop anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.core import cgutils
from numba.core.caching import FunctionCache
from numba.extending import intrinsic

__all__ = [
    "compile_for",
    "copy_record",
    "function_type",
    "inlined",
    "is_compiled",
    "is_kernel",
    "kernel",
    "record_array",
    "record_type",
]


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function when it is first needed; keep the machine code on disk.

    ``nogil``: chunks run in threads. ``error_model="numpy"``: a division does not branch to raise.

    Parameters
    ----------
    function
        A plain function in numba's subset of Python.

    Returns
    -------
    Any
        The numba dispatcher.
    """
    named = _name_closure(function)
    try:
        made = numba.njit(function, cache=True, nogil=True, error_model="numpy")
    except RuntimeError:  # typed at a prompt: there is no file to tie the machine code to
        return numba.njit(function, nogil=True, error_model="numpy")
    if named:
        made._cache = _NamedCache(function)  # type: ignore[no-untyped-call]
    return made


class _NamedCache(FunctionCache):
    """Machine code of a function whose name says what it closes over."""

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return sig, codegen.magic_tuple(), self._py_func.__qualname__


def _name_closure(function: Callable[..., Any]) -> bool:
    """Put what a function closes over into its name; whether it could be said in words."""
    cells = getattr(function, "__closure__", None)
    if not cells:
        return False
    if not hasattr(function, "closes_over"):
        said = [_say(cell.cell_contents) for cell in cells]
        if "" in said:
            return False
        digest = hashlib.sha256("\n".join(said).encode()).hexdigest()[:16]
        function.__qualname__ += f"_{digest}"
        function.closes_over = said  # type: ignore[attr-defined]
    return True


def _say(thing: Any) -> str:
    """A thing in words that are the same in every process; empty if there are none."""
    if is_kernel(thing):
        return f"{thing.py_func.__module__}.{thing.py_func.__qualname__}"
    if isinstance(thing, np.dtype):
        return f"{thing.descr} {thing.itemsize}"
    if isinstance(thing, bool | int | float | str | type(None)):
        return repr(thing)
    return ""


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a function into its caller.

    For functions that take functions: passed on to a call that stays a call, they would leave
    addresses of this process in the machine code, and numba would refuse to keep it on disk.

    Parameters
    ----------
    function
        A plain function in numba's subset of Python.

    Returns
    -------
    Any
        The numba dispatcher.
    """
    # not kept on disk by itself: it is in its callers' machine code, and an index that names the
    # functions of several games cannot be written again once these have gone
    return numba.njit(function, nogil=True, error_model="numpy", forceinline=True)


def is_kernel(thing: object) -> bool:
    """Whether a thing is a jitted function already.

    Parameters
    ----------
    thing
        Anything.

    Returns
    -------
    bool
        True for what `kernel` makes.
    """
    return isinstance(thing, numba.core.dispatcher.Dispatcher)


def is_compiled(dispatcher: Any) -> bool:
    """Whether machine code of a function lies on disk already.

    Parameters
    ----------
    dispatcher
        A function made by `kernel`.

    Returns
    -------
    bool
        False if the next call compiles.
    """
    index = getattr(getattr(dispatcher._cache, "_cache_file", None), "_index_path", None)
    return index is not None and Path(index).exists()


@intrinsic
def copy_record(typingctx: Any, target: Any, source: Any) -> Any:
    """Copy a whole record into another of its size (mutates `target`)."""
    if not isinstance(target, types.Record) or target.size != getattr(source, "size", None):
        return None

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = ir.Constant(ir.IntType(64), target.size)
        cgutils.raw_memcpy(builder, args[0], args[1], size, 1)  # type: ignore[no-untyped-call]
        return context.get_dummy_value()

    return types.void(target, source), generate


def record_type(dtype: np.dtype[Any]) -> Any:
    """Numba's type of one record.

    Parameters
    ----------
    dtype
        Structured dtype.

    Returns
    -------
    Any
        A numba record type.
    """
    return from_dtype(dtype)


def record_array(dtype: np.dtype[Any]) -> Any:
    """Numba's type of an array of records.

    Parameters
    ----------
    dtype
        Structured dtype.

    Returns
    -------
    Any
        A contiguous one-dimensional numba array type.
    """
    return types.Array(from_dtype(dtype), 1, "C")


def function_type(result: Any, *arguments: Any) -> Any:
    """Numba's type of a first-class function: any function of that signature fits.

    Parameters
    ----------
    result
        Numba type that it returns.
    *arguments
        Numba types that it takes.

    Returns
    -------
    Any
        A numba function type.
    """
    return types.FunctionType(result(*arguments))


def compile_for(dispatcher: Any, arguments: tuple[Any, ...]) -> Any:
    """Compile a dispatcher for one signature (or load it from disk) and close it for others.

    Closed, it accepts jitted functions where a `function_type` is declared, instead of compiling
    itself anew for each.

    Parameters
    ----------
    dispatcher
        A function made by `kernel`.
    arguments
        Numba types, one a parameter.

    Returns
    -------
    Any
        The same dispatcher.
    """
    if tuple(arguments) not in dispatcher.overloads:
        dispatcher.disable_compile(False)
        dispatcher.compile(tuple(arguments))
        dispatcher.disable_compile()
    return dispatcher
