#include "app/cli/check/check_output.h"
#include "app/cli/findings/sarif_output.h"
#include "app/cli/verbs.h"

namespace loupe {

ExitStatus run(const CheckOptions& options, const Session& session)
{
    const auto opened = session.open(options.path);
    if (!opened) {
        if (options.sarif) {
            SarifDocument document(session.json());
            document.addError(options.path, opened.error());
            document.finish();
        }
        return session.reportAsAnswer(opened.error());
    }
    const Checkpoint& checkpoint = **opened;
    const ModelReport report = examineModel(checkpoint);
    if (options.sarif) {
        SarifDocument document(session.json());
        document.add(checkpoint, checkpoint.findings);
        document.add(checkpoint, report.findings);
        document.finish();
    } else if (options.common.json) {
        JsonWriter json = session.json();
        writeCheck(json, checkpoint, report, options);
    } else if (!options.common.quiet) {
        session.print(checkText(checkpoint, report, options, session.style()));
    }
    return checkpoint.findings.hasErrors() || report.findings.hasErrors() ? ExitStatus::No : ExitStatus::Done;
}

} // namespace loupe
