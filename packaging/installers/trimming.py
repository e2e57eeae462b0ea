"""What of the wheels and of CPython goes into the installed program: the rest is never imported by it."""

from __future__ import annotations

from fnmatch import fnmatchcase

# Of Qt stays what is named here. Its own libraries need no list on Linux: what these files ask for stays.
_QT_MODULES = ("QtCore", "QtGui", "QtPrintSupport", "QtSvg", "QtWidgets")
_QT_CODE = (
    "PySide6/__init__.py",
    "PySide6/_config.py",
    "PySide6/_git_pyside_version.py",
    "PySide6/support/*",
)
_PICTURES = ("gif", "ico", "jpeg", "svg", "webp")
_KEPT_OF_QT = {
    "linux": (
        *_QT_CODE,
        *(f"PySide6/{module}.abi3.so" for module in _QT_MODULES),
        "PySide6/libpyside6.abi3.so.*",
        "PySide6/Qt/lib/*",
        "PySide6/Qt/plugins/iconengines/libqsvgicon.so",
        *(f"PySide6/Qt/plugins/imageformats/libq{each}.so" for each in _PICTURES),
        "PySide6/Qt/plugins/platforminputcontexts/libcomposeplatforminputcontextplugin.so",
        "PySide6/Qt/plugins/platforminputcontexts/libibusplatforminputcontextplugin.so",
        "PySide6/Qt/plugins/platforms/libqoffscreen.so",
        "PySide6/Qt/plugins/platforms/libqwayland.so",
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/plugins/platformthemes/libqxdgdesktopportal.so",
        "PySide6/Qt/plugins/printsupport/libcupsprintersupport.so",
        "PySide6/Qt/plugins/wayland-decoration-client/*.so",
        "PySide6/Qt/plugins/wayland-shell-integration/libxdg-shell.so",
    ),
    "windows": (
        *_QT_CODE,
        *(f"PySide6/{module}.pyd" for module in _QT_MODULES),
        *(f"PySide6/Qt6{module[2:]}.dll" for module in _QT_MODULES),
        "PySide6/pyside6.abi3.dll",
        "PySide6/msvcp140*.dll",
        "PySide6/vcruntime140*.dll",
        "PySide6/concrt140.dll",
        "PySide6/plugins/iconengines/qsvgicon.dll",
        *(f"PySide6/plugins/imageformats/q{each}.dll" for each in _PICTURES),
        "PySide6/plugins/platforms/qoffscreen.dll",
        "PySide6/plugins/platforms/qwindows.dll",
        "PySide6/plugins/printsupport/*.dll",
        "PySide6/plugins/styles/qmodernwindowsstyle.dll",
    ),
}
_DROPPED = (
    # For compilers, type checkers and tests
    "*.pyi",
    "*.pyx",
    "*.pxd",
    "*.c",
    "*.h",
    "*.hpp",
    "*/py.typed",
    "py.typed",
    "*/tests/*",
    "*.dist-info/LICENSE*",
    "*.dist-info/licenses/*",
    "*.dist-info/RECORD",
    "*.dist-info/WHEEL",
    "*.dist-info/INSTALLER",
    "*.dist-info/REQUESTED",
    "*.dist-info/direct_url.json",
    "*.dist-info/sboms/*",
    "*.data/data/share/man/*",
    # For asking mail servers, which the counter never does: it is imported when that is wanted.
    "dns/*",
    "dnspython-*.dist-info/*",
    "*.data/scripts/*",
    # Pillow does nothing here but scale what pi-heif has read, and write it as JPEG.
    "PIL/_avif.*",
    "PIL/_imagingcms.*",
    "PIL/_imagingft.*",
    "PIL/_imagingmath.*",
    "PIL/_imagingmorph.*",
    "PIL/_imagingtk.*",
    "PIL/_webp.*",
    "pydantic/mypy.py",
    "pydantic/v1/*",
    "pypdfium2_cli/*",
    "shiboken6/lib/*",
    "sqlalchemy/dialects/mssql/*",
    "sqlalchemy/dialects/mysql/*",
    "sqlalchemy/dialects/oracle/*",
    "sqlalchemy/dialects/*.txt",
    "sqlalchemy/testing/*",
)
_DROPPED_OF_CPYTHON = (
    "EXTERNALLY-MANAGED",
    "__pycache__/*",
    "*/__pycache__/*",
    "antigravity.py",
    "curses/*",
    "dbm/*",
    "distutils/*",
    "ensurepip/*",
    "idlelib/*",
    "doctest.*",
    "lib-dynload/_codecs_*",
    "lib-dynload/_crypt.*",
    "lib-dynload/_ctypes_test.*",
    "lib-dynload/_curses*",
    "lib-dynload/_dbm.*",
    "lib-dynload/_test*",
    "lib-dynload/_uuid.*",
    "lib-dynload/_xx*",
    "lib-dynload/nis.*",
    "lib-dynload/ossaudiodev.*",
    "lib-dynload/readline.*",
    "lib-dynload/xx*",
    "lib2to3/*",
    "pydoc_data/*",
    "sitecustomize.py",
    "test/*",
    "this.py",
    "tkinter/*",
    "turtle.py",
    "turtledemo/*",
    "venv/*",
)


def is_kept(name: str, system: str) -> bool:
    """Whether a file of a wheel, by its path with slashes in the unpacked wheel, goes into the program."""
    if "__pycache__" in name.split("/"):
        return False
    if name.startswith("PySide6/"):
        return any(fnmatchcase(name, pattern) for pattern in _KEPT_OF_QT[system])
    return not any(fnmatchcase(name, pattern) for pattern in _DROPPED)


def is_kept_of_cpython(name: str) -> bool:
    """Whether a file of CPython's library, by its path with slashes in there, goes into the program."""
    return not any(fnmatchcase(name, pattern) for pattern in _DROPPED_OF_CPYTHON)
