; The uninstaller, made before the installer: it is a file of the program like the others, signed and in the manifest.
; It removes the very files that this version has, never a whole folder. The build defines VERSION, NUMBERS, OUT
; (the uninstaller), UNUSED (an installer that nobody starts) and FILES (a file with what is to be removed).

Target amd64-unicode
SetCompressor lzma
!define UN "un."
!include common.nsh
!insertmacro SharedFunctions "un."

Var FilesAlone

OutFile "${UNUSED}"
!uninstfinalize 'cp "%1" "${OUT}"' = 0

!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!include languages.nsh

Section
  WriteUninstaller "$INSTDIR\uninstall.exe"
SectionEnd

Function un.onInit
  SetRegView 64
  StrCpy $Scope "user"
  ReadRegStr $0 HKLM "${UNINSTALL_KEY}" "InstallLocation"
  ${If} $0 == $INSTDIR
    StrCpy $Scope "all"
    SetShellVarContext all
  ${EndIf}
  ClearErrors
  ${Option} "/FILESONLY" $0
  ${IfNot} ${Errors}
    StrCpy $FilesAlone "yes"
    SetSilent silent
  ${Else}
    Call un.RefuseUnfit
  ${EndIf}
FunctionEnd

; It runs, or somebody without the rights wants to remove it for all, or it is Windows Installer's.
Function un.RefuseUnfit
  ReadRegStr $0 HKLM "${MSI_KEY}" "Command"
  ${If} $0 == "$INSTDIR\${CONSOLE}"
    ${Refuse} ${NO_PLACE} "$(ManagedByMsi)"
  ${EndIf}
  ${If} $Scope == "all"
    UserInfo::GetAccountType
    Pop $0
    ${If} $0 != "Admin"
      ${Refuse} ${NO_RIGHTS} "$(NeedsRights)"
    ${EndIf}
  ${EndIf}
  ${Ask} "$INSTDIR"
  ${If} $Status == ${IS_RUNNING}
    ${Refuse} ${IS_RUNNING} "$(IsRunning)$\r$\n$\r$\n$Sentence"
  ${EndIf}
  ${Option} "/REMOVEDATA" $0
  ${If} $Status == ${IS_OPEN}
    ${IfNot} ${Errors}
      ${Refuse} ${IS_OPEN} "$(IsOpen)$\r$\n$\r$\n$Sentence"
    ${EndIf}
    MessageBox MB_YESNO|MB_ICONEXCLAMATION|MB_DEFBUTTON2 "$(RemoveWhileOpen)$\r$\n$\r$\n$Sentence" /SD IDYES IDYES +2
    Quit
  ${EndIf}
FunctionEnd

Section "un.Program"
  SetOutPath "$TEMP"
  Call un.RemoveFiles
  ${If} $FilesAlone == ""
    Delete "$SMPROGRAMS\${PRODUCT}.lnk"
    Delete "$DESKTOP\${PRODUCT}.lnk"
    DeleteRegKey SHCTX "${UNINSTALL_KEY}"
    DeleteRegKey SHCTX "${APP_PATH_KEY}"
    Call un.RemoveData
  ${EndIf}
  SetErrorLevel 0
SectionEnd

Function un.RemoveFiles
  !include "${FILES}"
  RMDir "$INSTDIR"
FunctionEnd

; Only when it was asked for, only of who asks, and never while an outcome is open.
Function un.RemoveData
  SetShellVarContext current
  ${IfNot} ${FileExists} "$LOCALAPPDATA\${DATA}\*.*"
    Return
  ${EndIf}
  ClearErrors
  ${Option} "/REMOVEDATA" $0
  ${If} ${Errors}
    ${If} $Status == ${IS_OPEN}
      Return
    ${EndIf}
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(RemoveData)$\r$\n$\r$\n$LOCALAPPDATA\${DATA}" /SD IDNO IDYES +2
    Return
  ${EndIf}
  RMDir /r "$LOCALAPPDATA\${DATA}"
  RMDir /r "$LOCALAPPDATA\${DATA}Memory"
FunctionEnd
