#pragma once

#include "remote/address.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe::remote {

/// Reads what follows `hf://`. A repository's name has two parts, the hub's letters, and nothing that could leave a
/// folder that is called after it; a path has no empty, `.` or `..` part.
Result<HubAddress> parseHubAddress(std::string_view text);

/// Whether `path` may be one in a repository: without an empty, `.` or `..` part.
bool isHubPath(std::string_view path);

/// The repository, folder or file that a page of a hub's web site is about, as people copy it from a browser:
/// `https://HOST/[datasets/|spaces/]OWNER/REPO[/(blob|resolve|raw|tree)/REVISION[/PATH]]`. HOST is `endpoint` ("host"
/// or "host:port"), huggingface.co or hf.co. Nothing for any other address; on another host than these two, nothing for
/// one with two parts, which may be any file there.
std::optional<HubAddress> hubAddressOf(const WebAddress& address, std::string_view endpoint = {});

/// Whether `text` is the whole name of a commit.
bool isCommit(std::string_view text);

/// "hf://datasets/owner/repo@refs/pr/1/data/a.npy".
std::string hubAddressText(const HubAddress& address);

} // namespace loupe::remote
