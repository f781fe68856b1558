#pragma once

#include "core/result.h"

#include <functional>
#include <string>
#include <string_view>

namespace loupe::remote {

/// Called at the end of each element. `path` has the names from the root to the element, separated by slashes
/// ("ListBucketResult/Contents/Key"). `text` is the element's text; empty if it has child elements.
using XmlElementEnd = std::function<void(std::string_view path, std::string_view text)>;

/// Parses a response of an S3 server. Strips namespaces from names. Fails with Malformed and the line if `xml` is not
/// well-formed or has a document type, which could expand entities excessively; with TooLarge beyond 16 MiB, 16 levels
/// or 64 KiB of text in one element.
Result<> readXml(std::string_view xml, const XmlElementEnd& elementEnd);

} // namespace loupe::remote
