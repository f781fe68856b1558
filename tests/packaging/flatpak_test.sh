#!/bin/sh
# flatpak_test.sh SOURCES
# flatpak-builder reads the manifest of the Flatpak package. Each source has a fixed address and a digest, the sandbox may
# not write to files of the host, and no module has the network while it is built. Builds nothing.
set -eu

manifest=$1/packaging/flatpak/io.github.tensorloupe.Tensorloupe.yml
command -v flatpak-builder >/dev/null || exit 77
state=$(mktemp -d) # flatpak-builder makes a folder even where it only reads
trap 'rm -rf -- "$state"' EXIT
cd "$state"
flatpak-builder --show-manifest "$manifest" >manifest.json
python3 -c '
import json, pathlib, re, sys
import xml.etree.ElementTree as xml

manifest = json.load(sys.stdin)
packaging = pathlib.Path(sys.argv[1]) / "packaging"
identity = manifest.get("id") or manifest["app-id"]
component = xml.parse(packaging / (identity + ".metainfo.xml")).getroot()
assert component.findtext("id") == identity, identity
assert manifest["command"] in [binary.text for binary in component.iter("binary")], manifest["command"]
assert manifest["runtime"] == "org.kde.Platform" and manifest["sdk"] == "org.kde.Sdk"
assert re.fullmatch(r"6\.\d+", manifest["runtime-version"]), manifest["runtime-version"]
for argument in manifest["finish-args"]:
    assert not argument.startswith("--filesystem=") or argument.endswith(":ro"), argument
modules = manifest["modules"]
assert modules[-1]["name"] == "tensorloupe"
for part in [manifest, *modules]:
    assert "build-args" not in part.get("build-options", {}), part["name"]
for module in modules:
    assert module["sources"], module["name"]
    for source in module["sources"]:
        if source["type"] == "dir":
            assert (packaging / "flatpak" / source["path"] / "CMakeLists.txt").exists(), source
        elif source["type"] == "git":
            assert source["url"].startswith("https://"), source
            assert re.fullmatch("[0-9a-f]{40}", source["commit"]), source
        else:
            assert source["type"] == "archive" and source["url"].startswith("https://"), source
            assert re.fullmatch("[0-9a-f]{64}", source["sha256"]), source
' "$1" <manifest.json
