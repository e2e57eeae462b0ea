; The installer: for one user without any rights, or with /AllUsers for the whole computer. It lays the new version
; beside the old one, has it verify itself, and swaps the folders: whatever goes wrong, one of them is there and works.
; The build defines VERSION, NUMBERS, STAGE (the payload), OUT (the installer), COMPRESSOR and KILOBYTES.

Target amd64-unicode
SetCompressor /FINAL ${COMPRESSOR}
!if "${COMPRESSOR}" == "/SOLID lzma"
  SetCompressorDictSize 64
!endif
!define UN ""
!include common.nsh
!insertmacro SharedFunctions ""

Var Answered
Var Before
Var Kept
Var Shortcut

OutFile "${OUT}"

!define MUI_PAGE_CUSTOMFUNCTION_PRE SkipWhenThere
!define MUI_PAGE_CUSTOMFUNCTION_LEAVE LeaveFolder
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN
!define MUI_FINISHPAGE_RUN_TEXT "$(StartNow)"
!define MUI_FINISHPAGE_RUN_FUNCTION StartCounter
!insertmacro MUI_PAGE_FINISH
!include languages.nsh

Function .onInit
  SetRegView 64
  ${IfNot} ${AtLeastBuild} 17763
    ${Refuse} ${OLD_WINDOWS} "$(OldWindows)"
  ${EndIf}
  Call ChooseScope
  Call RefuseWrongOptions
  Call FindBefore
  Call RefuseOlder
  Call RefuseForeignFolder
  Call RefuseWhileUsed
FunctionEnd

Function ChooseScope
  StrCpy $Scope "user"
  SetShellVarContext current
  ${Option} "/AllUsers" $0
  ${IfNot} ${Errors}
    UserInfo::GetAccountType
    Pop $0
    ${If} $0 != "Admin"
      ${Refuse} ${NO_RIGHTS} "$(NeedsRights)"
    ${EndIf}
    StrCpy $Scope "all"
    SetShellVarContext all
  ${EndIf}
FunctionEnd

; What of the preset cannot be laid down is told before anything is.
Function RefuseWrongOptions
  ${Option} "/POLICY" $0
  ${IfNot} ${Errors}
    ${IfNot} ${FileExists} "$0"
      ${Refuse} ${WRONG_USE} "$(NoPolicy)$\r$\n$0"
    ${EndIf}
  ${EndIf}
  ${Option} "/BASEURL" $0
  ${If} ${Errors}
    Return
  ${EndIf}
  StrCpy $1 $0 8
  ${If} $1 != "https://"
    ${Refuse} ${WRONG_USE} "$(NoAddress)$\r$\n$0"
  ${EndIf}
  Call RefuseSigns
  ${If} $Scope == "user"
  ${AndIf} ${FileExists} "$LOCALAPPDATA\${DATA}\policy.json"
    ${Refuse} ${WRONG_USE} "$(PolicyThere)$\r$\n$LOCALAPPDATA\${DATA}\policy.json"
  ${EndIf}
FunctionEnd

; Of $0: what would end a text in the policy file.
Function RefuseSigns
  StrCpy $1 0
  ${Do}
    StrCpy $2 $0 1 $1
    ${If} $2 == '"'
    ${OrIf} $2 == "\"
      ${Refuse} ${WRONG_USE} "$(NoAddress)$\r$\n$0"
    ${EndIf}
    IntOp $1 $1 + 1
  ${LoopUntil} $2 == ""
FunctionEnd

; Where it is installed already; what an interrupted swap has put aside comes back first.
Function FindBefore
  ReadRegStr $Before SHCTX "${UNINSTALL_KEY}" "InstallLocation"
  ${If} $INSTDIR == ""
    StrCpy $INSTDIR $Before
  ${EndIf}
  ${If} $INSTDIR == ""
    ${If} $Scope == "all"
      StrCpy $INSTDIR "$PROGRAMFILES64\${PRODUCT}"
    ${Else}
      StrCpy $INSTDIR "$LOCALAPPDATA\Programs\${PRODUCT}"
    ${EndIf}
  ${EndIf}
  ${IfNot} ${FileExists} "$INSTDIR\${MARK}"
  ${AndIf} ${FileExists} "$INSTDIR.old\${MARK}"
    RMDir "$INSTDIR"
    Rename "$INSTDIR.old" "$INSTDIR"
  ${EndIf}
  ${If} $Before != ""
  ${AndIf} $Before != $INSTDIR
  ${AndIf} ${FileExists} "$Before\${MARK}"
    ${Refuse} ${NO_PLACE} "$(Elsewhere)$\r$\n$Before"
  ${EndIf}
FunctionEnd

; Neither over a newer version of the same kind, nor beside a newer one for all users, nor over that of an .msi.
Function RefuseOlder
  ReadRegStr $0 SHCTX "${UNINSTALL_KEY}" "DisplayVersion"
  Call RefuseIfNewer
  ReadRegStr $0 HKLM "${UNINSTALL_KEY}" "DisplayVersion"
  Call RefuseIfNewer
  ReadRegStr $0 HKLM "${MSI_KEY}" "Version"
  Call RefuseIfNewer
  ${If} $0 != ""
  ${AndIf} $Scope == "all"
    ${Refuse} ${NO_PLACE} "$(ManagedByMsi)"
  ${EndIf}
FunctionEnd

Function RefuseIfNewer
  ${If} $0 != ""
    ${VersionCompare} "$0" "${VERSION}" $1
    ${If} $1 == 1
      ${Refuse} ${IS_NEWER} "$(IsNewer) $0"
    ${EndIf}
  ${EndIf}
FunctionEnd

Function SkipWhenThere
  ${If} ${FileExists} "$INSTDIR\${MARK}"
    Abort
  ${EndIf}
FunctionEnd

Function LeaveFolder
  Call IsForeign
  ${If} $0 == 1
    MessageBox MB_OK|MB_ICONEXCLAMATION "$(ForeignFolder)$\r$\n$INSTDIR"
    Abort
  ${EndIf}
FunctionEnd

; A folder that holds something, but no counter, is somebody else's.
Function RefuseForeignFolder
  Call IsForeign
  ${If} $0 == 1
    ${Refuse} ${NO_PLACE} "$(ForeignFolder)$\r$\n$INSTDIR"
  ${EndIf}
FunctionEnd

Function IsForeign
  StrCpy $0 0
  ${IfNot} ${FileExists} "$INSTDIR\${MARK}"
    ${DirState} "$INSTDIR" $0
  ${EndIf}
FunctionEnd

; The program that is there is asked. One that cannot answer is damaged: only installing it anew helps then.
Function RefuseWhileUsed
  StrCpy $Status ""
  ${If} ${FileExists} "$INSTDIR\${CONSOLE}"
    ${Ask} "$INSTDIR"
    Call RefuseAnswer
  ${EndIf}
  StrCpy $Answered $Status
FunctionEnd

Function RefuseAnswer
  ${If} $Status == ${IS_RUNNING}
    ${Refuse} ${IS_RUNNING} "$(IsRunning)$\r$\n$\r$\n$Sentence"
  ${ElseIf} $Status == ${IS_OPEN}
    ${Refuse} ${IS_OPEN} "$(IsOpen)$\r$\n$\r$\n$Sentence"
  ${EndIf}
FunctionEnd

Section "Program"
  Call LayBeside
  Call Swap
  Call Register
  Call Preset
  Call RemoveBefore
  SetErrorLevel 0
SectionEnd

Function LayBeside
  RMDir /r "$INSTDIR.new"
  SetOutPath "$INSTDIR.new"
  File /r "${STAGE}/*"
  SetOutPath "$TEMP"
  nsExec::ExecToStack '"$INSTDIR.new\${CONSOLE}" verify'
  Pop $Status
  Pop $Sentence
  ${If} $Status != 0
    RMDir /r "$INSTDIR.new"
    ${Refuse} ${NOT_WORKING} "$(NotWorking)$\r$\n$\r$\n$Sentence"
  ${EndIf}
  ${IfNot} ${FileExists} "$INSTDIR\${MARK}"
    Return
  ${EndIf}
  ; Once more, since somebody may have opened a counter meanwhile, and by the new one, since the old one may be
  ; damaged; what it left open can be settled by the new one alone then.
  ${Ask} "$INSTDIR.new"
  ${If} $Status == 0
    Return
  ${ElseIf} $Status == ${IS_OPEN}
  ${AndIf} $Answered != 0
    Return
  ${EndIf}
  RMDir /r "$INSTDIR.new"
  Call RefuseAnswer
  ${Refuse} ${NOT_WORKING} "$(NotWorking)$\r$\n$\r$\n$Sentence"
FunctionEnd

Function Swap
  StrCpy $Kept ""
  ${If} ${FileExists} "$INSTDIR\${MARK}"
    Call FindFreeName
    Push "$Kept"
    Push "$INSTDIR"
    Call Move
    ${If} ${Errors}
      RMDir /r "$INSTDIR.new"
      ${Refuse} ${IS_RUNNING} "$(InUse)"
    ${EndIf}
  ${Else}
    RMDir "$INSTDIR"
  ${EndIf}
  Push "$INSTDIR"
  Push "$INSTDIR.new"
  Call Move
  ${If} ${Errors}
    ${If} $Kept != ""
      Rename "$Kept" "$INSTDIR"
    ${EndIf}
    RMDir /r "$INSTDIR.new"
    ${Refuse} ${NO_PLACE} "$(NoPlace)"
  ${EndIf}
FunctionEnd

Function FindFreeName
  StrCpy $0 ""
  StrCpy $Kept "$INSTDIR.old"
  ${While} ${FileExists} "$Kept\*.*"
    IntOp $0 $0 + 1
    StrCpy $Kept "$INSTDIR.old$0"
  ${EndWhile}
FunctionEnd

; From the first to the second; a virus scanner may still be at a new file, so it is tried for some seconds.
Function Move
  Pop $0
  Pop $1
  StrCpy $2 0
  ${Do}
    ClearErrors
    Rename "$0" "$1"
    ${IfNot} ${Errors}
    ${OrIf} $2 == 20
      Return
    ${EndIf}
    Sleep 250
    IntOp $2 $2 + 1
  ${Loop}
FunctionEnd

Function Register
  SetOutPath "$INSTDIR"
  CreateShortcut "$SMPROGRAMS\${PRODUCT}.lnk" "$INSTDIR\${WINDOWED}"
  StrCpy $Shortcut "yes"
  ${Option} "/NODESKTOP" $0
  ${IfNot} ${Errors}
    StrCpy $Shortcut ""
  ${EndIf}
  ; Who has taken it away does not get it again by an update.
  ${If} $Kept != ""
  ${AndIfNot} ${FileExists} "$DESKTOP\${PRODUCT}.lnk"
    StrCpy $Shortcut ""
  ${EndIf}
  ${If} $Shortcut == "yes"
    CreateShortcut "$DESKTOP\${PRODUCT}.lnk" "$INSTDIR\${WINDOWED}"
  ${EndIf}
  SetOutPath "$TEMP"
  WriteRegStr SHCTX "${APP_PATH_KEY}" "" "$INSTDIR\${WINDOWED}"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "DisplayName" "${PRODUCT}"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\${WINDOWED}"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "Publisher" "${PRODUCT}"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD SHCTX "${UNINSTALL_KEY}" "EstimatedSize" ${KILOBYTES}
  WriteRegDWORD SHCTX "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD SHCTX "${UNINSTALL_KEY}" "NoRepair" 1
FunctionEnd

; For all users: $LOCALAPPDATA is the program data of the computer then.
Function Preset
  ${If} $Scope == "all"
    CreateDirectory "$LOCALAPPDATA\${DATA}"
    ; Anybody could lay a policy there otherwise: who owns the folder is changed, and only administrators write.
    nsExec::Exec '"$SYSDIR\icacls.exe" "$LOCALAPPDATA\${DATA}" /setowner *S-1-5-32-544 /T /L /Q'
    Pop $0
    nsExec::Exec '"$SYSDIR\icacls.exe" "$LOCALAPPDATA\${DATA}" /reset /T /L /Q'
    Pop $0
    nsExec::Exec '"$SYSDIR\icacls.exe" "$LOCALAPPDATA\${DATA}" /inheritance:r /grant:r *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX /Q'
    Pop $0
  ${EndIf}
  ${Option} "/POLICY" $0
  ${IfNot} ${Errors}
    CreateDirectory "$LOCALAPPDATA\${DATA}"
    CopyFiles /SILENT "$0" "$LOCALAPPDATA\${DATA}\policy.json"
  ${EndIf}
  ${Option} "/BASEURL" $0
  ${If} ${Errors}
    Return
  ${EndIf}
  ${If} $Scope == "all"
    WriteRegStr HKLM "${POLICY_KEY}" "base_url" "$0"
  ${Else}
    CreateDirectory "$LOCALAPPDATA\${DATA}"
    FileOpen $1 "$LOCALAPPDATA\${DATA}\policy.json" w
    FileWrite $1 '{"base_url": "$0"}$\r$\n'
    FileClose $1
  ${EndIf}
FunctionEnd

; Each version knows its own files; what somebody else has put there comes over, or stays where it is.
Function RemoveBefore
  ${If} $Kept == ""
    Return
  ${EndIf}
  ExecWait '"$Kept\uninstall.exe" /FILESONLY _?=$Kept' $0
  Delete "$Kept\uninstall.exe"
  RMDir "$Kept"
  FindFirst $0 $1 "$Kept\*.*"
  ${DoWhile} $1 != ""
    ${If} $1 != "."
    ${AndIf} $1 != ".."
    ${AndIfNot} ${FileExists} "$INSTDIR\$1"
      Rename "$Kept\$1" "$INSTDIR\$1"
    ${EndIf}
    FindNext $0 $1
  ${Loop}
  FindClose $0
  RMDir "$Kept"
FunctionEnd

; Not with the rights of the installer: the shell starts it as the user who is there.
Function StartCounter
  Exec '"$WINDIR\explorer.exe" "$SMPROGRAMS\${PRODUCT}.lnk"'
FunctionEnd
