#include "app/cli/info_output.h"
#include "app/cli/tensor_choice.h"
#include "app/cli/verbs.h"
#include "core/checked_math.h"

namespace loupe {

NameTree::Sums totals(const Checkpoint& checkpoint, const TensorSet& kept)
{
    NameTree::Sums sums;
    for (std::uint32_t i = 0; i < kept.size(); ++i) {
        if (kept.contains(i))
            sums.add(checkpoint.tensors[i]);
    }
    return sums;
}

std::uint64_t missingBytes(Incomplete incomplete)
{
    std::uint64_t bytes = 0;
    for (const IncompleteTensor& tensor : incomplete)
        bytes = saturatingAdd(bytes, tensor.missing);
    return bytes;
}

ExitStatus run(const InfoOptions& options, const Session& session)
{
    const auto opened = openFiltered(options.path, session);
    if (!opened)
        return session.reportAsAnswer(opened.error());
    const auto& [checkpoint, kept] = *opened;
    auto incomplete = incompleteTensors(*checkpoint);
    std::erase_if(incomplete, [&, &keep = kept](const IncompleteTensor& one) { return !keep.contains(one.tensor); });
    if (options.common.json)
        printInfoJson(*checkpoint, kept, incomplete, session);
    else if (!options.common.quiet) {
        if (const auto printed = printInfoText(*checkpoint, kept, incomplete, options, session); !printed)
            return session.report(printed.error());
    }
    if (session.stopped())
        return ExitStatus::Interrupted;
    return checkpoint->findings.hasErrors() ? ExitStatus::No : ExitStatus::Done;
}

} // namespace loupe
