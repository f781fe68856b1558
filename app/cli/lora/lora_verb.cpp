#include "app/cli/lora/lora_output.h"
#include "app/cli/verbs.h"

namespace loupe {

ExitStatus run(const LoraOptions& options, const Session& session)
{
    auto opened = session.open(options.path);
    if (!opened)
        return session.reportAsAnswer(opened.error());
    const auto adapter = readAdapter(std::move(*opened), options.alpha, session.work());
    if (!adapter)
        return session.reportAsAnswer(adapter.error());
    LoraReport report{*adapter, nullptr, {}};
    if (!options.base.empty()) {
        auto base = session.open(options.base);
        if (!base)
            return session.reportAsAnswer(base.error());
        report.base = std::move(*base);
        report.targets = fitToBase(*adapter, *report.base);
    }
    if (options.common.json) {
        JsonWriter json = session.json();
        writeLora(json, report);
    } else if (!options.common.quiet) {
        session.print(loraText(report, session.style()));
    }
    return report.isSound() ? ExitStatus::Done : ExitStatus::No;
}

} // namespace loupe
