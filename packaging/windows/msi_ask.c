/* The question of the .msi to the program that is installed: may it be replaced, or removed?
 *
 * Runs before anything is changed. ASKED names the installed program; its answer is an exit status and a sentence,
 * and the sentence is shown and logged when the answer is no.
 */
#define WIN32_LEAN_AND_MEAN
#define _WIN32_WINNT 0x0A00
#include <windows.h>
#include <msiquery.h>
#include <wchar.h>

#define LONGEST 4096
#define PATIENCE_MILLISECONDS 120000
#define IS_RUNNING 3
#define IS_OPEN 4

static void property(MSIHANDLE session, const wchar_t *name, wchar_t *value)
{
    DWORD length = LONGEST;
    if (MsiGetPropertyW(session, name, value, &length) != ERROR_SUCCESS)
        value[0] = L'\0';
}

/* What it wrote, until it ends; as text. */
static void read_answer(HANDLE pipe, wchar_t *sentence)
{
    char said[LONGEST];
    DWORD length = 0, count = 0;
    while (length < sizeof said - 1 && ReadFile(pipe, said + length, (DWORD)sizeof said - 1 - length, &count, NULL)
           && count > 0)
        length += count;
    count = (DWORD)MultiByteToWideChar(CP_UTF8, 0, said, (int)length, sentence, LONGEST - 1);
    sentence[count] = L'\0';
}

/* The exit status of the program, or -1 when it cannot be asked: a damaged one must not stay for ever. */
static int ask(const wchar_t *program, wchar_t *sentence)
{
    wchar_t command[LONGEST + 64];
    SECURITY_ATTRIBUTES inherited = { sizeof inherited, NULL, TRUE };
    STARTUPINFOW start = { .cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES };
    PROCESS_INFORMATION process;
    HANDLE reading, writing;
    DWORD status = (DWORD)-1;

    _snwprintf(command, sizeof command / sizeof *command - 1, L"\"%ls\" upgrade-check --all-users", program);
    command[sizeof command / sizeof *command - 1] = L'\0';
    if (!CreatePipe(&reading, &writing, &inherited, 0))
        return -1;
    SetHandleInformation(reading, HANDLE_FLAG_INHERIT, 0);
    start.hStdInput = CreateFileW(L"NUL", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, OPEN_EXISTING,
                                  0, NULL);
    start.hStdOutput = writing;
    start.hStdError = writing;
    BOOL began = CreateProcessW(program, command, NULL, NULL, TRUE, CREATE_NO_WINDOW, NULL, NULL, &start, &process);
    CloseHandle(writing);
    CloseHandle(start.hStdInput);
    if (began) {
        read_answer(reading, sentence);
        if (WaitForSingleObject(process.hProcess, PATIENCE_MILLISECONDS) == WAIT_OBJECT_0)
            GetExitCodeProcess(process.hProcess, &status);
        CloseHandle(process.hThread);
        CloseHandle(process.hProcess);
    }
    CloseHandle(reading);
    return (int)status;
}

static UINT refuse(MSIHANDLE session, const wchar_t *sentence)
{
    MSIHANDLE record = MsiCreateRecord(1);
    MsiRecordSetStringW(record, 0, L"Agency Counter: [1]");
    MsiRecordSetStringW(record, 1, sentence);
    MsiProcessMessage(session, (INSTALLMESSAGE)(INSTALLMESSAGE_ERROR | MB_OK), record);
    MsiCloseHandle(record);
    return ERROR_INSTALL_FAILURE;
}

__declspec(dllexport) UINT __stdcall AskInstalled(MSIHANDLE session)
{
    static wchar_t program[LONGEST], removing[LONGEST], replacing[LONGEST], sentence[LONGEST];
    property(session, L"ASKED", program);
    property(session, L"REMOVE", removing);
    property(session, L"UPGRADINGPRODUCTCODE", replacing);
    if (program[0] == L'\0' || GetFileAttributesW(program) == INVALID_FILE_ATTRIBUTES)
        return ERROR_SUCCESS;
    int status = ask(program, sentence);
    /* Whoever removes it keeps the data: only a program that runs is in the way. */
    int is_removal = wcscmp(removing, L"ALL") == 0 && replacing[0] == L'\0';
    if (status == IS_RUNNING || (status == IS_OPEN && !is_removal))
        return refuse(session, sentence);
    return ERROR_SUCCESS;
}
