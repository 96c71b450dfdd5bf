@echo off
where node >nul 2>nul || (echo The provider opsmanager needs Node.js 20.19 or later on PATH, and there is no node. 1>&2 & exit /b 1)
node "%~dp0check-node.cjs" %*
