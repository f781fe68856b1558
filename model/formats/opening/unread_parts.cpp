#include "formats/opening/unread_parts.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

namespace loupe {

namespace {

/// Errors that are about no single tensor and hide none: they are about values, metadata, digests, or names. Any other
/// error is assumed to hide tensors, including one that a format reports for the first time.
constexpr std::string_view hidesNone[] = {"block-checksum", "byteorder", "companion-missing", "data-trailing",
    "dtype-object", "feature-flags", "file-truncated", "ir-version-missing", "metadata-duplicate",
    "metadata-duplicate-key", "metadata-invalid", "name-count", "opset-missing", "padding-missing", "padding-odd",
    "shape-overflow", "shape-rank", "shard-missing-tensors", "shard-number", "state-refused", "storage-long",
    "storage-missing", "storage-short", "storages-broken", "suffix-mismatch", "top-folder", "torch-version",
    "value-invalid", "zip-member-cut", "zip-name-utf8", "zip-no-directory"};

/// Warnings that end the list of tensors at one of this program's limits.
constexpr std::string_view endsList[] = {"hdf5-cut", "object-too-large", "tensor-too-many"};

bool contains(std::span<const std::string_view> codes, std::string_view code)
{
    return std::ranges::find(codes, code) != codes.end();
}

/// Whether the file has no tensor, neither in itself nor in its companions.
bool givesNone(const Checkpoint& checkpoint, std::uint32_t file)
{
    return std::ranges::none_of(checkpoint.files, [&](const CheckpointFile& other) {
        return other.tensorCount > 0 && (&other == &checkpoint.files[file] || other.describedBy == file);
    });
}

/// Knows which of the tensors in findings are listed.
class ListedTensors {
public:
    explicit ListedTensors(const Checkpoint& checkpoint)
    {
        std::set<std::pair<std::uint32_t, std::string_view>> wanted;
        for (const Finding& finding : checkpoint.findings.list()) {
            if (finding.aboutTensor && finding.severity == Severity::Error)
                wanted.emplace(finding.file, finding.tensor);
        }
        if (wanted.empty())
            return;
        for (const Tensor& tensor : checkpoint.tensors) {
            const auto describing = checkpoint.files[tensor.file].describedBy;
            for (const std::uint32_t file : {tensor.file, describing.value_or(tensor.file), Finding::noFile}) {
                if (wanted.contains({file, tensor.name}))
                    m_listed.emplace(file, tensor.name);
            }
        }
    }

    bool has(const Finding& finding) const { return m_listed.contains({finding.file, finding.tensor}); }

private:
    std::set<std::pair<std::uint32_t, std::string_view>> m_listed;
};

bool hidesTensors(const Checkpoint& checkpoint, const Finding& finding, const ListedTensors& listed)
{
    if (finding.severity != Severity::Error)
        return finding.severity == Severity::Warning && contains(endsList, finding.code);
    if (!finding.affected.empty())
        return false; // its tensors are listed
    if (finding.aboutTensor)
        return !listed.has(finding);
    if (finding.file == Finding::noFile)
        return !contains(hidesNone, finding.code);
    if (checkpoint.files[finding.file].describedBy)
        return false; // its tensors are listed, and each says that it cannot be read
    return !contains(hidesNone, finding.code)
        || (finding.code != "shard-missing-tensors" && givesNone(checkpoint, finding.file));
}

} // namespace

std::vector<Error> unreadParts(const Checkpoint& checkpoint)
{
    std::vector<Error> errors;
    const ListedTensors listed(checkpoint);
    for (const Finding& finding : checkpoint.findings.list()) {
        if (!hidesTensors(checkpoint, finding, listed))
            continue;
        const bool inIndex = finding.file == Finding::noFile;
        const bool opened = inIndex || checkpoint.files[finding.file].source;
        errors.push_back({opened ? ErrorCode::Malformed : ErrorCode::NotFound, finding.message,
            (inIndex ? checkpoint.path : checkpoint.files[finding.file].path).string(), finding.offset});
    }
    return errors;
}

} // namespace loupe
