#include "app/cli/check/check_output.h"
#include "app/cli/check/check_values.h"
#include "app/cli/findings/sarif_output.h"
#include "app/cli/verbs.h"

#include <numeric>

namespace loupe {

namespace {

void printCheck(const CheckOptions& options, const Checkpoint& checkpoint, const ModelReport& report,
    const CheckedValues& values, const Session& session)
{
    if (options.sarif) {
        SarifDocument document(session.json());
        document.add(checkpoint, checkpoint.findings);
        document.add(checkpoint, report.findings);
        for (const Error& error : values.unread)
            document.addError(error.path, error);
        for (const std::string& what : report.notChecked)
            document.addUnchecked(checkpoint.path.native(), "not checked: " + what);
        document.finish();
    } else if (options.common.json) {
        JsonWriter json = session.json();
        writeCheck(json, checkpoint, report, options);
    } else if (!options.common.quiet) {
        session.print(checkText(checkpoint, report, options, session.style()));
    }
}

} // namespace

ExitStatus run(const CheckOptions& options, const Session& session)
{
    const auto refuse = [&](const Error& error) {
        if (options.sarif && error.code != ErrorCode::Stopped) {
            SarifDocument document(session.json());
            document.addError(error.path.empty() ? options.path : error.path, error);
            document.finish();
        }
        return session.reportAsAnswer(error);
    };
    const auto opened = session.open(options.path);
    if (!opened)
        return refuse(opened.error());
    const Checkpoint& checkpoint = **opened;
    ModelReport report = examineModel(checkpoint);
    CheckedValues values;
    if (options.values) {
        std::vector<std::uint32_t> tensors(checkpoint.tensors.size());
        std::iota(tensors.begin(), tensors.end(), 0U);
        if (const auto allowed = session.allowFetching(remoteBytes(checkpoint, tensors), checkpoint.path); !allowed) {
            refuse(allowed.error());
            return ExitStatus::Usage;
        }
        auto checked = checkAllValues(*opened, report, session);
        if (!checked)
            return refuse(checked.error());
        values = std::move(*checked);
        report.findings.append(values.findings);
    }
    printCheck(options, checkpoint, report, values, session);
    ExitStatus status =
        checkpoint.findings.hasErrors() || report.findings.hasErrors() ? ExitStatus::No : ExitStatus::Done;
    for (const Error& error : values.unread)
        worsen(status, session.report(error));
    return status;
}

} // namespace loupe
