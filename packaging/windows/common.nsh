; What the installer and the uninstaller share. The build defines VERSION and NUMBERS.

!include FileFunc.nsh
!include LogicLib.nsh
!include MUI2.nsh
!include WinVer.nsh
!include WordFunc.nsh

!define PRODUCT "Agency Counter"
!define DATA "AgencyCounter"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\AgencyCounter"
!define APP_PATH_KEY "Software\Microsoft\Windows\CurrentVersion\App Paths\agency-counter.exe"
!define MSI_KEY "Software\AgencyCounter"
!define POLICY_KEY "Software\Policies\AgencyCounter"
!define WINDOWED "agency-counter.exe"
!define CONSOLE "agency-counter-cli.exe"
!define MARK "installed.json"
!define LOG "agency-counter-setup.log"

; The exit statuses; README.md tells them to administrators.
!define IS_RUNNING 3
!define IS_OPEN 4
!define NO_RIGHTS 5
!define IS_NEWER 6
!define OLD_WINDOWS 7
!define NO_PLACE 8
!define NOT_WORKING 9
!define WRONG_USE 10

Name "${PRODUCT}"
RequestExecutionLevel user
ManifestDPIAware true
ManifestSupportedOS Win10
BrandingText "${PRODUCT} ${VERSION}"
ShowInstDetails nevershow
ShowUninstDetails nevershow

VIProductVersion "${NUMBERS}"
VIAddVersionKey /LANG=0 "ProductName" "${PRODUCT}"
VIAddVersionKey /LANG=0 "CompanyName" "${PRODUCT}"
VIAddVersionKey /LANG=0 "FileDescription" "${PRODUCT} ${VERSION}"
VIAddVersionKey /LANG=0 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "LegalCopyright" ""

!define MUI_ICON "app.ico"
!define MUI_UNICON "app.ico"
!define MUI_ABORTWARNING

; "all" or "user"
Var Scope
Var Status
Var Sentence

; Say a sentence, keep it where an administrator finds it after a silent run, and end with a status.
!macro Refuse STATUS SENTENCE
  Push "${SENTENCE}"
  Push "${STATUS}"
  Call ${UN}RefuseWith
!macroend
!define Refuse "!insertmacro Refuse"

; Whether an option was given: sets the variable to its value, or to "" when it has none; error flag when absent.
!macro Option NAME VARIABLE
  Push "${NAME}"
  Call ${UN}FindOption
  Pop ${VARIABLE}
!macroend
!define Option "!insertmacro Option"

; What the program in a folder says to being replaced: $Status and $Sentence.
!macro Ask FOLDER
  Push "${FOLDER}"
  Call ${UN}AskProgram
!macroend
!define Ask "!insertmacro Ask"

!macro SharedFunctions PREFIX
Function ${PREFIX}RefuseWith
  Pop $R8
  Pop $R9
  Push $R7
  ClearErrors
  FileOpen $R7 "$TEMP\${LOG}" w
  ${IfNot} ${Errors}
    FileWriteUTF16LE /BOM $R7 "${PRODUCT} ${VERSION}, $R8: $R9$\r$\n"
    FileClose $R7
  ${EndIf}
  Pop $R7
  MessageBox MB_OK|MB_ICONSTOP "$R9" /SD IDOK
  SetErrorLevel $R8
  Quit
FunctionEnd

; GetOptions of NSIS ends a value at the next slash, which an address has.
Function ${PREFIX}FindOption
  Exch $0
  Push $1
  Push $2
  Push $3
  Push $4
  Push $5
  ${GetParameters} $1
  StrCpy $1 " $1 "
  StrLen $2 $0
  StrCpy $3 0
  ${Do}
    IntOp $3 $3 + 1
    StrCpy $4 $1 $2 $3
    ${If} $4 == ""
      StrCpy $0 ""
      SetErrors
      Goto done
    ${EndIf}
    IntOp $5 $3 - 1
    StrCpy $5 $1 1 $5
    ${If} $4 == $0
      ${If} $5 == " "
      ${OrIf} $5 == '"'
        IntOp $3 $3 + $2
        StrCpy $4 $1 1 $3
        ${If} $4 == "="
        ${OrIf} $4 == " "
        ${OrIf} $4 == '"'
          ${Break}
        ${EndIf}
        IntOp $3 $3 - $2
      ${EndIf}
    ${EndIf}
  ${Loop}
  StrCpy $0 ""
  ${If} $4 == "="
    IntOp $3 $3 + 1
    StrCpy $4 $1 1 $3
    ${If} $4 == '"'
      StrCpy $5 '"'
      IntOp $3 $3 + 1
    ${EndIf}
    ; $5 is the sign that ends the value: a quotation mark when there is one before the option or the value.
    ${Do}
      StrCpy $4 $1 1 $3
      ${If} $4 == $5
      ${OrIf} $4 == ""
        ${Break}
      ${EndIf}
      StrCpy $0 "$0$4"
      IntOp $3 $3 + 1
    ${Loop}
  ${EndIf}
  ClearErrors
done:
  Pop $5
  Pop $4
  Pop $3
  Pop $2
  Pop $1
  Exch $0
FunctionEnd

Function ${PREFIX}AskProgram
  Pop $R6
  StrCpy $R7 ""
  ${If} $Scope == "all"
    StrCpy $R7 " --all-users"
  ${EndIf}
  nsExec::ExecToStack '"$R6\${CONSOLE}" upgrade-check$R7'
  Pop $Status
  Pop $Sentence
FunctionEnd
!macroend
