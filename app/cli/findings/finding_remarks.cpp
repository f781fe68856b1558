#include "app/cli/findings/finding_remarks.h"

#include "core/text/text.h"
#include "formats/opening/beside_model.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace loupe {

namespace {

void remarkOn(const Checkpoint& checkpoint, const Finding& finding, const Session& session)
{
    const bool hasFile = finding.file < checkpoint.files.size();
    session.remark(describe({ErrorCode::Malformed, finding.message,
        (hasFile ? checkpoint.files[finding.file].path : checkpoint.path).string(), finding.offset}));
}

} // namespace

void remarkOnBeside(const Checkpoint& checkpoint, const Session& session)
{
    for (const Finding& finding : checkpoint.findings.list()) {
        if (isAboutBeside(finding))
            remarkOn(checkpoint, finding, session);
    }
}

void remarkOnFindings(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, const Session& session)
{
    constexpr std::uint64_t mostShown = 20;
    std::unordered_set<std::string_view> names;
    for (const std::uint32_t tensor : tensors)
        names.insert(checkpoint.tensors[tensor].name);
    const auto isShown = [&](const Finding& finding) {
        if (!finding.aboutTensor)
            return true;
        // The components of a sparse tensor are named "TENSOR.COMPONENT".
        const std::string part = finding.tensor + '.';
        return names.contains(finding.tensor)
            || std::ranges::any_of(names, [&](std::string_view name) { return name.starts_with(part); });
    };
    std::uint64_t count = 0;
    for (const Finding& finding : checkpoint.findings.list()) {
        // Imports of a pickle say nothing about values.
        if (finding.severity == Severity::Error || finding.code == "import" || !isShown(finding))
            continue;
        if (++count > mostShown)
            continue;
        remarkOn(checkpoint, finding, session);
    }
    if (count > mostShown)
        session.remark(formatCount(count - mostShown) + " more remarks: tloupe info lists them");
}

void remarkOnWritten(const Checkpoint& checkpoint, const Recipe& recipe, const Session& session)
{
    std::vector<std::uint32_t> tensors;
    for (const RecipeItem& item : recipe.items) {
        if (item.source.get() == &checkpoint)
            tensors.push_back(item.tensor);
    }
    remarkOnFindings(checkpoint, tensors, session);
    if (session.options().stored) {
        session.remark("--stored: the numbers are written as they are stored; scales, signs and nulls are written only "
                       "where metadata or other tensors have them");
    }
}

} // namespace loupe
