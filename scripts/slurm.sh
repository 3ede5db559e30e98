#!/bin/sh
# Installs what the test of Slurm needs: slurm-wlm and munge.  The test starts daemons of its own:
# those of the system, which the packages start where there is an init system, are stopped and
# stay off, unless they were there before.  It does nothing if all is there.
set -eu
cd "$(dirname "$0")/.."

PATH=$PATH:/usr/sbin
missing=
for tool in munged slurmctld slurmd sbatch; do
	command -v "$tool" >/dev/null 2>&1 || missing="$missing $tool"
done
[ -n "$missing" ] || exit 0

there=$(for daemon in munge slurmctld slurmd; do [ ! -e "/etc/init.d/$daemon" ] || echo "$daemon"; done)
sh scripts/apt.sh slurm-wlm munge
as_root=
[ "$(id -u)" -eq 0 ] || as_root=sudo
for daemon in slurmd slurmctld munge; do
	case " $(echo $there) " in *" $daemon "*) continue ;; esac
	if [ -d /run/systemd/system ]; then
		$as_root systemctl disable --now --quiet "$daemon" || echo "setup: could not stop $daemon" >&2
	elif [ -x "/etc/init.d/$daemon" ]; then
		$as_root "/etc/init.d/$daemon" stop >/dev/null 2>&1 || true # it may not run
	fi
done
