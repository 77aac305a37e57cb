# shellcheck shell=bash
# Builds of the program for other machines than this one; scripts source it after common.sh, which sets root.
: "${root:?}"

# What the builds need beside Rust is installed here.
readonly tools=$root/target/release-tools
# The oldest glibc that a Linux build runs on: that of 2012, as CentOS 7 has it.
readonly glibc=2.17

# need_zig: zig links for an older glibc and for other processors.
need_zig() {
    [ -e "$tools/python/bin/cargo-zigbuild" ] && return
    echo "installing zig" >&2
    python3 -m venv "$tools/python"
    "$tools/python/bin/pip" install --quiet --disable-pip-version-check ziglang==0.17.1 cargo-zigbuild==0.24.0
}

# build_release TARGET PROFILE [lowest | bare]: builds the program for a target and sets built to its path. For x86-64 it is one
# program for all processors; with `lowest`, which takes a fourth of the time, for the lowest of its levels alone. With
# `bare` it has no features.
build_release() {
    local target=$1 profile=$2 kind=${1%%-*}${3:-} command=(cargo build) triple=$1 features=()
    local output=$root/target/portable name=tengen extension='' flags=''
    rustup target add "$target" >/dev/null 2>&1 || die "rustup has no target $target here"
    case $target in
        *-linux-gnu)
            need_zig
            PATH=$tools/python/bin:$PATH command=(cargo zigbuild) triple=$target.$glibc
            ;;
        *-windows-gnu) install mingw-w64 ;;
    esac
    if [ "${3:-}" = bare ]; then kind=${1%%-*} features=(--no-default-features); fi
    case $target in *-windows-*) extension=.exe ;; esac
    if [ "$kind" = x86_64 ]; then name=tengen-portable; fi
    if [ "${target%%-*}" = x86_64 ]; then flags="-C target-cpu=x86-64"; fi
    built=$output/programs/$target/$profile/tengen$extension
    TENGEN_COMMIT=$(git -C "$root" rev-parse --short=10 HEAD 2>/dev/null || echo unknown)
    export TENGEN_COMMIT TENGEN_TARGET=$target
    # RUSTFLAGS take the place of those in .cargo/config.toml, which are for this machine; the wrapper gives
    # the packages of the levels their processors.
    RUSTC_WORKSPACE_WRAPPER=$root/scripts/release.d/rustc RUSTFLAGS=$flags \
        "${command[@]}" --manifest-path "$root/Cargo.toml" --target-dir "$output" --profile "$profile" --target "$triple" \
        --package "$name" --bin "$name" --locked "${features[@]}"
    mkdir -p "${built%/*}"
    cp "$output/$target/$profile/$name$extension" "$built"
}
