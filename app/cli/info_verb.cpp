#include "app/cli/info_output.h"
#include "app/cli/tensor_choice.h"
#include "app/cli/verbs.h"
#include "core/checked_math.h"

namespace loupe {

NameTree::Sums totals(const Checkpoint& checkpoint, const TensorSet& kept)
{
    NameTree::Sums sums;
    ShareCounter shares(checkpoint);
    for (std::uint32_t i = 0; i < kept.size(); ++i) {
        if (kept.contains(i))
            sums.add(i, shares);
    }
    return sums;
}

std::uint64_t missingBytes(const TensorRemarks& remarks)
{
    std::uint64_t bytes = 0;
    for (const IncompleteTensor& tensor : remarks.incomplete)
        bytes = saturatingAdd(bytes, tensor.missing);
    return bytes;
}

std::vector<std::uint32_t> listedTensors(const Checkpoint& checkpoint, const TensorSet& kept, const ListOrder& order)
{
    std::vector<std::uint32_t> tensors;
    for (std::uint32_t i = 0; i < kept.size(); ++i) {
        if (kept.contains(i))
            tensors.push_back(i);
    }
    if (order.isGiven())
        orderTensors(checkpoint, order, tensors);
    return tensors;
}

ExitStatus run(const InfoOptions& options, const Session& session)
{
    const auto opened = openFiltered(options.path, session);
    if (!opened)
        return session.reportAsAnswer(opened.error());
    const auto& [checkpoint, kept] = *opened;
    if (kept.count() == 0 && !checkpoint->tensors.empty())
        session.remark(checkpoint->path.string() + ": " + noMatchText(*checkpoint, options.common.filter));
    TensorRemarks remarks{incompleteTensors(*checkpoint), sharedTensors(*checkpoint)};
    const auto isHidden = [&keep = kept](const auto& one) { return !keep.contains(one.tensor); };
    std::erase_if(remarks.incomplete, isHidden);
    std::erase_if(remarks.shared, isHidden);
    if (options.common.json)
        printInfoJson(*checkpoint, kept, remarks, options, session);
    else if (!options.common.quiet) {
        if (const auto printed = printInfoText(*checkpoint, kept, remarks, options, session); !printed)
            return session.report(printed.error());
    }
    if (session.stopped())
        return ExitStatus::Interrupted;
    return checkpoint->findings.hasErrors() ? ExitStatus::No : ExitStatus::Done;
}

} // namespace loupe
