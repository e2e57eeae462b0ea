UPDATE `Component` SET `Condition` = 'BASEURL' WHERE `Component` = 'BaseUrl'
UPDATE `InstallExecuteSequence` SET `Sequence` = 110 WHERE `Action` = 'AskInstalled'
UPDATE `InstallExecuteSequence` SET `Sequence` = 1501 WHERE `Action` = 'RemoveExistingProducts'
UPDATE `Shortcut` SET `Target` = '[INSTALLDIR]agency-counter.exe' WHERE `Shortcut` = 'StartMenu'
CREATE TABLE `MsiLockPermissionsEx` (`MsiLockPermissionsEx` CHAR(72) NOT NULL, `LockObject` CHAR(72) NOT NULL, `Table` CHAR(32) NOT NULL, `SDDLText` CHAR(0) NOT NULL, `Condition` CHAR(255) PRIMARY KEY `MsiLockPermissionsEx`)
INSERT INTO `MsiLockPermissionsEx` (`MsiLockPermissionsEx`, `LockObject`, `Table`, `SDDLText`) VALUES ('PolicyFolder', 'DATA', 'CreateFolder', 'O:BAD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)')
