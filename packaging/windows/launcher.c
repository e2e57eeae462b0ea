/* Starts the counter: loads the Python beside this program and has it run `-m app`, with what was given.
 *
 * Built twice: with a window and no console (agency-counter.exe), and with CONSOLE for a terminal
 * (agency-counter-cli.exe). The file pythonXXX._pth beside it says from where alone modules are imported.
 */
#define _WIN32_WINNT 0x0A00
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#define LONGEST_PATH 32768
#define ADDED 4
#define ENDED_BADLY 1
#define CANNOT_START 125

typedef int (*PythonMain)(int, wchar_t **);

static int is_heard(DWORD handle)
{
    HANDLE stream = GetStdHandle(handle);
    return stream != NULL && stream != INVALID_HANDLE_VALUE && GetFileType(stream) != FILE_TYPE_UNKNOWN;
}

static void tell(const wchar_t *sentence)
{
    if (is_heard(STD_ERROR_HANDLE)) {
        fwprintf(stderr, L"%ls\n", sentence);
        fflush(stderr);
        return;
    }
#ifndef CONSOLE
    MessageBoxW(NULL, sentence, L"Agency Counter", MB_OK | MB_ICONERROR | MB_SETFOREGROUND);
#endif
}

/* The folder of this program, with a backslash behind it. */
static int own_folder(wchar_t *folder)
{
    DWORD length = GetModuleFileNameW(NULL, folder, LONGEST_PATH);
    wchar_t *last = length > 0 && length < LONGEST_PATH ? wcsrchr(folder, L'\\') : NULL;
    if (last == NULL)
        return 0;
    last[1] = L'\0';
    return 1;
}

static PythonMain load_python(void)
{
    static wchar_t path[LONGEST_PATH + 32];
    /* No library comes from the current folder or from PATH. */
    SetDefaultDllDirectories(LOAD_LIBRARY_SEARCH_DEFAULT_DIRS);
    if (!own_folder(path))
        return NULL;
    wcscat(path, PYTHON_DLL);
    HMODULE python = LoadLibraryExW(path, NULL, LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_SYSTEM32);
    return python == NULL ? NULL : (PythonMain)(void *)GetProcAddress(python, "Py_Main");
}

static int run(int count, wchar_t **given)
{
    /* Other programs name the plugins of their own Qt by these, for everybody. */
    SetEnvironmentVariableW(L"QT_PLUGIN_PATH", NULL);
    SetEnvironmentVariableW(L"QT_QPA_PLATFORM_PLUGIN_PATH", NULL);
    PythonMain python_main = load_python();
    wchar_t **arguments = calloc((size_t)count + ADDED + 1, sizeof *arguments);
    if (python_main == NULL || arguments == NULL) {
        tell(L"A file of Agency Counter is missing or damaged: install it again. Your data is not touched by that.");
        return CANNOT_START;
    }
    arguments[0] = given[0];
    /* Isolated: Python reads variables such as PYTHONINSPECT before it finds the ._pth that keeps them out. */
    arguments[1] = L"-I";
    arguments[2] = L"-B";
    arguments[3] = L"-m";
    arguments[4] = L"app";
    for (int each = 1; each < count; each++)
        arguments[each + ADDED] = given[each];
    int status = python_main(count + ADDED, arguments);
#ifndef CONSOLE
    if (status == ENDED_BADLY && !is_heard(STD_ERROR_HANDLE))
        tell(L"Agency Counter ended with an error. Run agency-counter-cli.exe in the same folder to read it.");
#endif
    return status;
}

#ifdef CONSOLE
int wmain(int count, wchar_t **given)
{
    return run(count, given);
}
#else
int WINAPI wWinMain(HINSTANCE instance, HINSTANCE before, wchar_t *line, int show)
{
    (void)instance;
    (void)before;
    (void)line;
    (void)show;
    return run(__argc, __wargv);
}
#endif
