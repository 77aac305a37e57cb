# shellcheck shell=bash
# Builds of the program for other machines than this one; scripts source it after common.sh, which sets root.
: "${root:?}"

# What the builds need beside Rust is installed here.
readonly tools=$root/target/release-tools
# The oldest glibc that a Linux build runs on: that of 2012, as CentOS 7 has it.
readonly glibc=2.17
readonly levels=(x86-64 x86-64-v2 x86-64-v3 x86-64-v4)

# need_zig: zig links for an older glibc and for other processors.
need_zig() {
    [ -e "$tools/python/bin/cargo-zigbuild" ] && return
    echo "installing zig" >&2
    python3 -m venv "$tools/python"
    "$tools/python/bin/pip" install --quiet --disable-pip-version-check ziglang==0.17.1 cargo-zigbuild==0.24.0
}

# section HEADER: a section of Cargo.toml.
section() { awk -v header="$1" '/^\[/ { inside = index($0, header) == 1 } inside' "$root/Cargo.toml"; }

# manifest NAME: the head of a package like this one.
manifest() {
    printf '[package]\nname = "%s"\n' "$1"
    grep -E '^(version|edition|rust-version|license) = ' "$root/Cargo.toml"
}

# portable_workspace FOLDER DEFAULTS: writes the packages of the program for every x86-64: the library once for each level,
# with its default features or without (true, false), and a main that chooses among them.
portable_workspace() {
    local packages=$1 defaults=$2 level number=0
    mkdir -p "$packages/tengen"
    cp "$root/Cargo.lock" "$packages/Cargo.lock"
    {
        printf '[workspace]\nresolver = "3"\nmembers = ["tengen", "x86-64*"]\n\n'
        section '[profile.'
    } >"$packages/Cargo.toml"
    {
        manifest tengen
        printf '[[bin]]\nname = "tengen"\npath = "%s"\n\n[dependencies]\n' "$root/scripts/release.d/portable.rs"
    } >"$packages/tengen/Cargo.toml"
    for level in "${levels[@]}"; do
        number=$((number + 1))
        mkdir -p "$packages/$level"
        # The games' files of numbers are looked for below the package.
        ln -sfn "$root/src" "$packages/$level/src"
        {
            manifest "tengen-$level"
            printf 'autobins = false\n\n[lib]\nname = "tengen"\n\n'
            section '[features]'
            section '[dependencies]'
            section '[target.'
        } >"$packages/$level/Cargo.toml"
        printf 'v%s = { package = "tengen-%s", path = "../%s", default-features = %s }\n' \
            "$number" "$level" "$level" "$defaults" >>"$packages/tengen/Cargo.toml"
    done
}

# build_release TARGET PROFILE [lowest | bare]: builds the program for a target and sets built to its path. For x86-64 it is one
# program for all processors; with `lowest`, which takes a fourth of the time, for the lowest of its levels alone. With
# `bare` it has no features.
build_release() {
    local target=$1 profile=$2 kind=${1%%-*}${3:-} workspace=$root command=(cargo build) triple=$1 defaults=true bare=()
    local output=$root/target/portable
    rustup target add "$target" >/dev/null 2>&1 || die "rustup has no target $target here"
    case $target in
        *-linux-gnu)
            need_zig
            PATH=$tools/python/bin:$PATH command=(cargo zigbuild) triple=$target.$glibc
            ;;
        *-windows-gnu) install mingw-w64 ;;
    esac
    if [ "${3:-}" = bare ]; then kind=${1%%-*} defaults=false bare=(--no-default-features); fi
    built=$output/$target/$profile/tengen
    case $target in *-windows-*) built=$built.exe ;; esac
    TENGEN_COMMIT=$(git -C "$root" rev-parse --short=10 HEAD 2>/dev/null || echo unknown)
    export TENGEN_COMMIT TENGEN_TARGET=$target
    # RUSTFLAGS take the place of those in .cargo/config.toml, which are for this machine.
    case $kind in
        x86_64)
            workspace=$root/target/portable/workspace
            portable_workspace "$workspace" "$defaults"
            RUSTC_WORKSPACE_WRAPPER=$root/scripts/release.d/rustc RUSTFLAGS="-C target-cpu=x86-64" \
                "${command[@]}" --manifest-path "$workspace/Cargo.toml" --target-dir "$output" --profile "$profile" \
                --target "$triple" --package tengen
            ;;
        *)
            RUSTFLAGS='' "${command[@]}" --manifest-path "$workspace/Cargo.toml" --target-dir "$output" \
                --profile "$profile" --target "$triple" --bin tengen --locked "${bare[@]}"
            ;;
    esac
}
