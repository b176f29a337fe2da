#!/bin/bash
# Installs the package in a throw-away copy of this machine's file system, with no network but the loopback, and uses it:
#   unshare --mount --net --pid --fork packaging/debian/try.sh release/kalends_*.deb
set -euo pipefail
deb=$(readlink -f "$1")
say() { printf '== %s\n' "$*"; }

stage=$(mktemp -d)
mount -t tmpfs tmpfs "$stage"
mkdir "$stage"/{upper,work,root}
mount -t overlay overlay -o "lowerdir=/,upperdir=$stage/upper,workdir=$stage/work" "$stage/root"
mount -t proc proc "$stage/root/proc"
mount --rbind /dev "$stage/root/dev"
mount -t tmpfs tmpfs "$stage/root/run"
cp "$deb" "$stage/root/kalends.deb"
ip link set lo up 2>/dev/null || /sbin/ifconfig lo up
export DEBIAN_FRONTEND=noninteractive
inside() { chroot "$stage/root" "$@"; }

say install
inside dpkg -i /kalends.deb
inside stat -c '%U %a %n' /var/lib/kalends /etc/kalends/kalends.env
inside kalends --version

say serve
KALENDS_ENV_FILE=/etc/kalends/kalends.env chroot "$stage/root" setpriv --reuid=kalends --regid=kalends --init-groups \
  /usr/lib/kalends/kalends serve >"$stage/log" 2>&1 &
service=$!
ask='for (;;) { try { const reply = await fetch("http://127.0.0.1:3000/healthz"); console.log(await reply.text()); break; }
  catch { await new Promise((done) => setTimeout(done, 200)); } }'
inside timeout 60 /usr/lib/kalends/node --input-type=module -e "$ask" || { cat "$stage/log"; exit 1; }
inside kalends user add ed --role editor >/dev/null
inside kalends doctor
say setup
inside kalends setup --force --site-name 'Town calendar' </dev/null
inside grep 'Town calendar' /etc/kalends/kalends.env
inside stat -c '%U %a %n' /etc/kalends/kalends.env
kill "$service" && wait "$service"

say upgrade
inside dpkg -i /kalends.deb
inside kalends user list

say remove
inside dpkg -r kalends
inside test -e /var/lib/kalends/calendar.sqlite

say 'purge without an answer'
inside dpkg -P kalends
inside test -e /var/lib/kalends/calendar.sqlite

say 'purge with everything'
inside dpkg -i /kalends.deb >/dev/null
echo kalends kalends/remove-data boolean true | inside debconf-set-selections
inside dpkg -P kalends
inside test ! -e /var/lib/kalends
inside test ! -e /etc/kalends
say done
