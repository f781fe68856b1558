#include "app/cli/info_output.h"
#include "app/cli/tensor_choice.h"
#include "app/cli/verbs.h"

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

ExitStatus run(const InfoOptions& options, const Session& session)
{
    const auto opened = openFiltered(options.path, session);
    if (!opened)
        return session.reportAsAnswer(opened.error());
    const auto& [checkpoint, kept] = *opened;
    if (options.common.json)
        printInfoJson(*checkpoint, kept, session);
    else if (!options.common.quiet) {
        if (const auto printed = printInfoText(*checkpoint, kept, options, session); !printed)
            return session.report(printed.error());
    }
    if (session.stopped())
        return ExitStatus::Interrupted;
    return checkpoint->findings.hasErrors() ? ExitStatus::No : ExitStatus::Done;
}

} // namespace loupe
