#!/bin/sh
# flatpak_test.sh SOURCES
# Checks that flatpak-builder reads the Flatpak manifest, that each source has a fixed URL and a digest, that the
# sandbox cannot write host files, and that no module has network access during its build. A release's manifest must
# differ only in that it builds the archive next to it. Builds nothing.
set -eu

manifest=$1/packaging/flatpak/io.github.tensorloupe.Tensorloupe.yml
command -v flatpak-builder >/dev/null || exit 77
state=$(mktemp -d) # flatpak-builder makes a folder even if it only reads
trap 'rm -rf -- "$state"' EXIT
cd "$state"
flatpak-builder --show-manifest "$manifest" >manifest.json
echo sources >"$state/some-source.tar.xz"
"$1/packaging/flatpak/of-release" "$state/some-source.tar.xz" >"$(basename "$manifest")"
flatpak-builder --show-manifest "$(basename "$manifest")" >release.json
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

release = json.loads(pathlib.Path("release.json").read_text())
assert release["modules"][-1]["sources"] == [{"type": "archive", "path": "some-source.tar.xz", "sha256": sys.argv[2]}], release["modules"][-1]
del release["modules"][-1]["sources"], modules[-1]["sources"]
assert release == manifest
' "$1" "$(sha256sum some-source.tar.xz | cut -d ' ' -f 1)" <manifest.json
