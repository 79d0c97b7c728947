"""Stands in for SGLang's compiled kernels, of which there is no build for a CPU: everything can be imported from it,
and nothing of it can be called."""

import importlib.abc
import importlib.machinery
import sys
import types

__version__ = "0.4.10"


class Absent:
    """A name that is there; calling it says which kernel was missed."""

    def __init__(self, path):
        self._path = path

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(f"{self._path}.{name}")

    def __call__(self, *_, **__):
        raise NotImplementedError(f"{self._path} is not built for a CPU")


class Modules(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds every module below this package."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname.startswith(f"{__name__}."):
            return importlib.machinery.ModuleSpec(fullname, self, is_package=True)
        return None

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        module.__getattr__ = within(spec.name)
        return module

    def exec_module(self, module):
        pass


def within(path):
    def look_up(name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(f"{path}.{name}")

    return look_up


__getattr__ = within(__name__)
sys.meta_path.append(Modules())
