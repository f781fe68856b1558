#include "analysis/digests/whole_reading.h"
#include "app/cli/findings/findings_output.h"
#include "app/cli/findings/sarif_output.h"
#include "app/cli/progress_bar.h"
#include "app/cli/tensor_choice.h"
#include "app/cli/verbs.h"
#include "core/checked_math.h"
#include "core/text/text.h"

#include <unordered_set>

namespace loupe {

namespace {

/// The result for one PATH.
struct Verdict {
    std::string path;
    std::shared_ptr<const Checkpoint> checkpoint;
    std::optional<Error> error; ///< why there is no checkpoint
    std::optional<Error> wrongSecret; ///< not a fault of the file
    FindingFilter shown;

    bool valid() const { return checkpoint && checkpoint->findings.referenceAccepts(); }
};

/// Hides findings about tensors that the filter drops. They still count for validity.
Result<FindingFilter> findingFilter(const std::shared_ptr<const Checkpoint>& checkpoint, const Session& session)
{
    if (session.options().filter.keepsAll())
        return FindingFilter{};
    auto kept = filterTensors(checkpoint, session);
    if (!kept)
        return fail(std::move(kept.error()));
    std::unordered_set<std::string_view> names;
    for (std::uint32_t i = 0; i < kept->size(); ++i) {
        if (kept->contains(i))
            names.insert(checkpoint->tensors[i].name);
    }
    return [names = std::move(names)](
               const Finding& finding) { return !finding.aboutTensor || names.contains(finding.tensor); };
}

std::optional<Error> wrongSecretOf(const Checkpoint& checkpoint)
{
    for (const CheckpointFile& file : checkpoint.files) {
        if (file.encryption && file.encryption->state == Encryption::State::WrongSecret) {
            return Error{
                ErrorCode::InvalidArgument, "wrong key or passphrase for its values", file.path.string(), std::nullopt};
        }
    }
    return std::nullopt;
}

/// The checkpoint with added findings about tensors that the reference reader refuses to load.
Result<std::shared_ptr<const Checkpoint>> withDamage(
    std::shared_ptr<const Checkpoint> checkpoint, const Session& session)
{
    const std::vector<std::uint32_t> tensors = checkedTensors(*checkpoint);
    if (tensors.empty())
        return checkpoint;
    ProgressBar bar(!session.options().quiet);
    std::uint64_t bytes = 0;
    for (const std::uint32_t tensor : tensors)
        bytes = saturatingAdd(bytes, valueBytes(checkpoint->tensors[tensor]));
    bar.expect(bytes);
    bar.beginStep(bytes);
    const auto damage = findDamaged(*checkpoint, tensors, session.work(&bar.progress()));
    if (!damage)
        return fail(damage.error());
    if (damage->list().empty())
        return checkpoint;
    auto judged = std::make_shared<Checkpoint>(*checkpoint);
    for (const Finding& finding : damage->list())
        judged->findings.add(finding);
    return judged;
}

Verdict judge(const std::string& path, bool quick, const Session& session)
{
    Verdict verdict;
    verdict.path = path;
    auto checkpoint = session.openAsListed(path);
    if (!checkpoint) {
        verdict.error = std::move(checkpoint.error());
        return verdict;
    }
    verdict.wrongSecret = wrongSecretOf(**checkpoint);
    if (!quick && !verdict.wrongSecret) { // values decrypted with a wrong key say nothing about the file
        checkpoint = withDamage(std::move(*checkpoint), session);
        if (!checkpoint) {
            verdict.error = std::move(checkpoint.error());
            return verdict;
        }
    }
    auto shown = findingFilter(*checkpoint, session);
    if (!shown) {
        verdict.error = std::move(shown.error());
        return verdict;
    }
    verdict.checkpoint = std::move(*checkpoint);
    verdict.shown = std::move(*shown);
    return verdict;
}

void printText(const Verdict& verdict, const Session& session)
{
    const Style& style = session.style();
    session.print(printable(verdict.path) + ": ");
    session.print(verdict.valid() ? style.good("valid") : style.bad("not valid"));
    session.print(" (" + verdict.checkpoint->formatText() + ")\n");
    session.print(findingLines(*verdict.checkpoint, style, "  ", verdict.shown));
}

void writeVerdict(JsonWriter& json, const Verdict& verdict)
{
    const auto known = [&](std::string_view text) {
        return text.empty() ? std::optional<std::string_view>() : std::optional(text);
    };
    json.beginObject();
    json.member("path", std::string_view(verdict.path));
    json.member("format", known(verdict.checkpoint ? verdict.checkpoint->format : ""));
    json.member("variant", known(verdict.checkpoint ? verdict.checkpoint->variant : ""));
    json.member("valid", verdict.valid());
    if (verdict.error) {
        json.key("findings");
        json.beginArray();
        json.endArray();
        json.key("error");
        writeError(json, *verdict.error);
    } else {
        writeFindings(json, verdict.checkpoint->findings, verdict.shown);
    }
    json.endObject();
}

} // namespace

ExitStatus run(const ValidateOptions& options, const Session& session)
{
    std::optional<JsonWriter> json;
    std::optional<SarifDocument> sarif;
    if (options.sarif)
        sarif.emplace(session.json());
    if (options.common.json) {
        json = session.json();
        json->beginObject();
        json->key("files");
        json->beginArray(JsonWriter::Layout::Lines);
    }
    auto status = ExitStatus::Done;
    std::optional<Error> firstError;
    for (const std::string& path : options.paths) {
        const Verdict verdict = judge(path, options.quick, session);
        if (!verdict.error && !verdict.valid())
            worsen(status, ExitStatus::No);
        if (const auto& error = verdict.error ? verdict.error : verdict.wrongSecret) {
            worsen(status, session.report(*error));
            if (!firstError)
                firstError = error;
            if (sarif)
                sarif->addError(path, *error);
        }
        if (status == ExitStatus::Interrupted)
            return status;
        if (json)
            writeVerdict(*json, verdict);
        else if (sarif && verdict.checkpoint)
            sarif->add(*verdict.checkpoint, verdict.shown);
        else if (verdict.checkpoint && !sarif && !options.common.quiet)
            printText(verdict, session);
    }
    if (json) {
        json->endArray();
        if (firstError) {
            json->key("error");
            writeError(*json, *firstError);
        }
        json->endObject();
        json->finish();
    }
    if (sarif)
        sarif->finish();
    return status;
}

} // namespace loupe
