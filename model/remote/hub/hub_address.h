#pragma once

#include "remote/address.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe::remote {

/// Parses the text after `hf://`. A repository name has two parts, only letters that the hub allows, and is safe as a
/// folder name. A path has no empty, `.` or `..` part.
Result<HubAddress> parseHubAddress(std::string_view text);

/// True if `path` is valid in a repository: it has no empty, `.` or `..` part.
bool isHubPath(std::string_view path);

/// The repository, folder or file of a page on a hub's web site, as users copy it from the browser:
/// `https://HOST/[datasets/|spaces/]OWNER/REPO[/(blob|resolve|raw|tree)/REVISION[/PATH]]`. HOST is `endpoint` ("host"
/// or "host:port"), huggingface.co or hf.co. Nothing for any other address. On hosts other than the latter two, nothing
/// for a path of two parts, which may be any file.
std::optional<HubAddress> hubAddressOf(const WebAddress& address, std::string_view endpoint = {});

/// True if `text` is a full commit hash.
bool isCommit(std::string_view text);

/// "hf://datasets/owner/repo@refs/pr/1/data/a.npy".
std::string hubAddressText(const HubAddress& address);

} // namespace loupe::remote
