#pragma once

#include "core/result.h"

#include <functional>
#include <string>
#include <string_view>

namespace loupe::remote {

/// Called at the end of each element that has no elements in it, with the names from the outermost one to its own,
/// separated by slashes ("ListBucketResult/Contents/Key"), and its text; at the end of all others with an empty text.
using XmlElementEnd = std::function<void(std::string_view path, std::string_view text)>;

/// Reads what a server of S3 says. Names lose their namespace. Fails with Malformed, by line, where `xml` is not
/// well-formed or has a document type, which could make much of little; with TooLarge beyond 16 MiB, 16 levels or 64
/// KiB of text in one element.
Result<> readXml(std::string_view xml, const XmlElementEnd& elementEnd);

} // namespace loupe::remote
