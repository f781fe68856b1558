#include "formats/opening/unread_parts.h"

#include "core/quantized_groups.h"
#include "formats/opening/registry.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

namespace loupe {

namespace {

/// Like Format::harmlessErrors, for the errors of code that formats share.
constexpr std::string_view harmlessErrors[] = {"companion-missing", "data-trailing", "dtype-object",
    "metadata-duplicate-key", "shape-overflow", "shape-rank", "shard-missing-tensors", "shard-number",
    "suffix-mismatch", "zip-member-cut", "zip-name-utf8", "zip-no-directory"};

/// Like Format::listEnds, for the warnings of code that formats share.
constexpr std::string_view listEnds[] = {"object-too-large", "tensor-too-many"};

bool contains(std::span<const std::string_view> codes, std::string_view code)
{
    return std::ranges::find(codes, code) != codes.end();
}

/// Whether neither the file nor its companions have any tensor.
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
        if (checkpoint.quantized)
            addParts(checkpoint, wanted);
    }

    /// Findings about scales are in the file of the scales, which may be another shard than that of the codes.
    void addParts(const Checkpoint& checkpoint, const std::set<std::pair<std::uint32_t, std::string_view>>& wanted)
    {
        for (const QuantizedGroups::Group& group : checkpoint.quantized->list) {
            const std::string_view name = checkpoint.tensors[group.tensor].name;
            for (const QuantizedGroups::Part& part : group.parts) {
                const std::uint32_t file = checkpoint.quantized->stored->tensors[part.tensor].file;
                if (wanted.contains({file, name}))
                    m_listed.emplace(file, name);
            }
        }
    }

    bool has(const Finding& finding) const { return m_listed.contains({finding.file, finding.tensor}); }

private:
    std::set<std::pair<std::uint32_t, std::string_view>> m_listed;
};

/// Null for a finding about an index.
const Format* formatOf(const Checkpoint& checkpoint, const Finding& finding)
{
    return finding.file == Finding::noFile ? nullptr : findFormat(checkpoint.files[finding.file].format);
}

bool hidesTensors(const Checkpoint& checkpoint, const Finding& finding, const ListedTensors& listed)
{
    const Format* const format = formatOf(checkpoint, finding);
    if (finding.severity != Severity::Error)
        return finding.severity == Severity::Warning
            && (contains(listEnds, finding.code) || (format && contains(format->listEnds, finding.code)));
    const bool isHarmless =
        contains(harmlessErrors, finding.code) || (format && contains(format->harmlessErrors, finding.code));
    if (!finding.affected.empty())
        return false; // its tensors are listed
    if (finding.aboutTensor)
        return !listed.has(finding);
    if (finding.file == Finding::noFile)
        return !isHarmless;
    if (checkpoint.files[finding.file].describedBy)
        return false; // its tensors are listed, and each says that it cannot be read
    return !isHarmless || (finding.code != "shard-missing-tensors" && givesNone(checkpoint, finding.file));
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
        const std::filesystem::path& path = inIndex ? checkpoint.path : checkpoint.files[finding.file].path;
        errors.push_back({opened ? ErrorCode::Malformed : ErrorCode::NotFound,
            std::string(messageBehindFile(finding.message, path.filename().string())), path.string(), finding.offset});
    }
    return errors;
}

} // namespace loupe
