# shellcheck shell=bash
# What the arena's scripts share; they source it.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# usage: the comment at the head of the script.
usage() { sed -n '2,/^[^#]/ s/^# \{0,1\}//p' "$0"; }

# die MESSAGE: ends the script.
die() {
    echo "${0##*/}: $1" >&2
    exit 1
}

# value OPTION WORDS-LEFT: an option is followed by its value.
value() { [ "$2" -ge 2 ] || die "$1 needs a value; --help shows all options"; }

# build TREE [OPTION ...]: builds the program that lies there, with these options of cargo; nothing is seen of it unless it
# fails.
build() {
    local log tree=$1
    shift
    command -v cargo >/dev/null || die "cargo is missing; rustup.rs tells how to install it"
    log=$(cd "$tree" && cargo build --release --locked --quiet "$@" 2>&1) || die "the program cannot be built:"$'\n'"$log"
}

# build_program [OPTION ...]: builds this tree's program and sets tengen; says so where that takes minutes.
build_program() {
    tengen=$(cd "$root" && realpath -m "${CARGO_TARGET_DIR:-target}")/release/tengen
    [ -e "$tengen" ] || echo "building the program, which takes a few minutes the first time" >&2
    build "$root" "$@"
}

# fingerprint FILE ...: eight digits that change with any of the files.
fingerprint() { cat -- "$@" | sha256sum | cut -c 1-8; }

# quoted WORD ...: the words as a shell reads them.
quoted() {
    local text
    printf -v text '%q ' "$@"
    echo "${text% }"
}

# install PACKAGE ...: installs Debian's packages that are missing.
install() {
    local missing=() package
    for package in "$@"; do
        dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
    done
    [ "${#missing[@]}" -eq 0 ] && return
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}
