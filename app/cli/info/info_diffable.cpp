#include "analysis/digests/digest.h"
#include "app/cli/findings/findings_output.h"
#include "app/cli/info/info_output.h"
#include "app/cli/progress_bar.h"
#include "core/checked_math.h"
#include "core/text/text.h"

#include <algorithm>

namespace loupe {

namespace {

/// The kept tensors sorted by name; equal names are in file order.
std::vector<std::uint32_t> keptByName(const Checkpoint& checkpoint, const TensorSet& kept)
{
    std::vector<std::uint32_t> tensors = listedTensors(checkpoint, kept, {});
    std::ranges::stable_sort(tensors, {}, [&](std::uint32_t tensor) { return checkpoint.tensors[tensor].name; });
    return tensors;
}

std::string metadataLines(const Checkpoint& checkpoint)
{
    std::vector<std::string> lines;
    if (checkpoint.metadata) {
        for (const auto& [name, value] : *checkpoint.metadata)
            lines.push_back("metadata " + printable(name) + " = " + excerpt(value.shown()) + '\n');
    }
    std::ranges::sort(lines);
    std::string text;
    for (const std::string& line : lines)
        text += line;
    return text;
}

Result<std::vector<Result<std::string>>> digestsOf(
    const Checkpoint& checkpoint, const std::vector<std::uint32_t>& tensors, const Session& session)
{
    std::uint64_t bytes = 0;
    for (const std::uint32_t tensor : tensors)
        bytes = saturatingAdd(bytes, valueBytes(checkpoint.tensors[tensor]));
    ProgressBar bar(!session.options().quiet);
    bar.expect(bytes);
    bar.beginStep(bytes);
    return digestTensors(checkpoint, tensors, defaultDigestAlgorithm, session.work(&bar.progress()));
}

} // namespace

Result<> printInfoDiffable(
    const Checkpoint& checkpoint, const TensorSet& kept, const InfoOptions& options, const Session& session)
{
    const std::vector<std::uint32_t> tensors = keptByName(checkpoint, kept);
    std::vector<Result<std::string>> digests;
    if (options.digests) {
        auto computed = digestsOf(checkpoint, tensors, session);
        if (!computed)
            return fail(std::move(computed.error()));
        digests = std::move(*computed);
    }
    session.print("format " + checkpoint.formatText() + '\n');
    session.print(metadataLines(checkpoint));
    session.print(findingLines(checkpoint, Style(false), ""));
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const Tensor& tensor = checkpoint.tensors[tensors[i]];
        std::string line = formatName(tensor.name) + ' ' + printable(checkpoint.dtypeName(tensors[i])) + ' '
            + formatShape(tensor.shape);
        if (options.digests)
            line += ' ' + (digests[i] ? *digests[i] : "unreadable: " + printable(digests[i].error().message));
        session.print(line + '\n');
    }
    return {};
}

} // namespace loupe
