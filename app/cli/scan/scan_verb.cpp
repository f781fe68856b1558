#include "analysis/digests/whole_reading.h"
#include "analysis/statistics/health.h"
#include "app/cli/findings/finding_remarks.h"
#include "app/cli/findings/findings_output.h"
#include "app/cli/findings/sarif_output.h"
#include "app/cli/findings/unread_parts.h"
#include "app/cli/parts/collected_results.h"
#include "app/cli/progress_bar.h"
#include "app/cli/scan/role_cells.h"
#include "app/cli/scan/scan_findings.h"
#include "app/cli/scan/scan_output.h"
#include "app/cli/tensor_choice.h"
#include "app/cli/verbs.h"
#include "core/checked_math.h"
#include "core/text/error_json.h"
#include "core/text/text.h"
#include "formats/opening/beside_model.h"
#include "formats/opening/unread_parts.h"
#include "reports/beside_json.h"
#include "reports/health_csv.h"
#include "reports/health_json.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

namespace {

class Scanning {
public:
    Scanning(std::shared_ptr<const Checkpoint> checkpoint, std::vector<std::uint32_t> tensors, const Session& session,
        bool listsAll)
        : m_checkpoint(std::move(checkpoint))
        , m_tensors(std::move(tensors))
        , m_session(session)
        , m_bar(!session.options().quiet)
        , m_listsAll(listsAll)
        , m_known(*m_checkpoint)
        , m_firstError(reportUnreadParts(*m_checkpoint, session))
    {
        if (m_firstError)
            m_status = ExitStatus::Failed;
        if (std::ranges::any_of(quantizationFindings(*m_checkpoint, m_tensors, {}).list(), isFault))
            worsen(m_status, ExitStatus::No);
    }

    ExitStatus answerJson(const ScanOptions& options)
    {
        HealthDocument document(m_session.json());
        ScannedRows rows(
            options.list.order, [&](const ScannedTensor& row) { document.add(*m_checkpoint, row.first, row.second); });
        if (!scan([&](std::uint32_t tensor, const Result<Health>& health) { add(rows, tensor, health, options); }))
            return m_status; // better no document than one that looks complete
        rows.finish();
        document.finish(*m_checkpoint, quantizationFindings(*m_checkpoint, m_tensors, m_found), m_firstError);
        return m_status;
    }

    ExitStatus answerCsv(const ScanOptions& options)
    {
        std::string text = healthCsvHeader();
        ScannedRows rows(options.list.order,
            [&](const ScannedTensor& row) { text += healthCsvRow(*m_checkpoint, row.first, row.second); });
        if (!scan([&](std::uint32_t tensor, const Result<Health>& health) { add(rows, tensor, health, options); }))
            return m_status;
        rows.finish();
        m_session.print(text);
        return m_status;
    }

    /// Prints the results by block and role, like the grid of layers.
    ExitStatus answerByRole(const ScanOptions& options)
    {
        auto cells = RoleCells::create(m_checkpoint, m_session.work());
        if (!cells)
            return m_session.reportAsAnswer(cells.error());
        if (!scan([&](std::uint32_t tensor, const Result<Health>& health) { cells->add(tensor, health); }))
            return m_status;
        if (options.csv) {
            m_session.print(cells->csv());
        } else if (options.common.json) {
            JsonWriter json = m_session.json();
            json.beginObject();
            json.key("cells");
            cells->write(json);
            writeBeside(json, *m_checkpoint);
            if (m_firstError) {
                json.key("error");
                writeError(json, *m_firstError);
            }
            json.endObject();
            json.finish();
        } else if (!m_session.options().quiet) {
            m_session.print(cells->text());
        }
        return m_status;
    }

    ExitStatus answerSarif()
    {
        Findings findings;
        if (!scan([&](std::uint32_t tensor, const Result<Health>& health) {
                addScanFindings(*m_checkpoint, tensor, health, findings);
            }))
            return m_status;
        findings.append(quantizationFindings(*m_checkpoint, m_tensors, m_found));
        addFolderFindings(findings);
        SarifDocument document(m_session.json());
        document.add(*m_checkpoint, findings);
        for (const Error& error : unreadParts(*m_checkpoint))
            document.addError(error.path, error);
        for (const Error& error : m_reported)
            document.addError(error.path, error);
        document.finish();
        return m_status;
    }

    /// A sorted or limited list includes all tensors.
    ExitStatus answerText(const ScanOptions& options)
    {
        HealthTable table(options.all || options.list.order.isGiven(), options.list.columns);
        ScannedRows rows(
            options.list.order, [&](const ScannedTensor& row) { table.add(*m_checkpoint, row.first, row.second); });
        const bool done = scan([&](std::uint32_t tensor, const Result<Health>& health) {
            table.count(*m_checkpoint, tensor, health);
            add(rows, tensor, health, options);
        });
        rows.finish();
        const bool isNothingKnown = m_checkpoint->tensors.empty() && m_firstError;
        if (done && !m_session.options().quiet && !isNothingKnown) {
            m_session.print(table.text());
            Findings shown = quantizationFindings(*m_checkpoint, m_tensors, m_found);
            addFolderFindings(shown);
            const std::string findings = findingLines(*m_checkpoint, shown, m_session.style(), "");
            if (!findings.empty())
                m_session.print("\n" + findings);
        }
        return m_status;
    }

private:
    using ScannedTensor = std::pair<std::uint32_t, Result<Health>>;
    using ScannedRows = OrderedRows<ScannedTensor>;

    void add(ScannedRows& rows, std::uint32_t tensor, const Result<Health>& health, const ScanOptions& options) const
    {
        rows.add(healthSortValue(*m_checkpoint, tensor, health, options.list.order.key), {tensor, health});
    }

    void keepFindings(const Health& health)
    {
        for (const Finding& finding : health.findings) {
            if (!m_known.has(finding))
                m_found.add(finding);
            if (finding.severity == Severity::Error)
                worsen(m_status, ExitStatus::No);
        }
    }

    /// Adds findings about files next to the model, which were not scanned.
    void addFolderFindings(Findings& findings) const
    {
        for (const Finding& finding : m_checkpoint->findings.list()) {
            if (isAboutBeside(finding))
                findings.add(finding);
        }
    }

    /// Whether a finding says that a weight has no values, or nonfinite ones.
    static bool isFault(const Finding& finding)
    {
        constexpr std::array<std::string_view, 3> ofShards{"scale-missing", "zero-point-missing", "companion-missing"};
        return finding.severity == Severity::Error || std::ranges::find(ofShards, finding.code) != ofShards.end();
    }

    /// Returns false if the results are incomplete.
    bool scan(const HealthSink& sink)
    {
        std::uint64_t bytes = 0;
        for (const std::uint32_t tensor : m_tensors)
            bytes = saturatingAdd(bytes, valueBytes(m_checkpoint->tensors[tensor]));
        m_bar.expect(bytes);
        m_bar.beginStep(bytes);
        Progress& progress = m_bar.progress();
        const auto done = lookAtAll(m_session.work(&progress), [&](std::uint32_t tensor, const Result<Health>& health) {
            if (!health)
                complain(health.error());
            else if (health->nonfinite())
                worsen(m_status, ExitStatus::No);
            if (health)
                keepFindings(*health);
            m_bar.without([&] { sink(tensor, health); });
        });
        m_bar.without([&] {
            reportUnread();
            if (!done)
                worsen(m_status, m_session.report(done.error()));
        });
        return done.has_value();
    }

    Result<> lookAtAll(const Work& work, const HealthSink& sink) const
    {
        const CollectedResults* const collected = m_session.collected();
        if (!collected)
            return scanHealth(m_checkpoint, m_tensors, work, sink);
        DuplicateSearch duplicates(*m_checkpoint, m_tensors);
        for (std::size_t i = 0; i < m_tensors.size(); ++i) {
            const std::uint32_t tensor = m_tensors[i];
            auto look = collected->look(i, *m_checkpoint, tensor, duplicates.needsDigest(tensor));
            if (!look || m_session.stopped())
                return look ? fail(ErrorCode::Stopped, "stopped") : fail(std::move(look.error()));
            duplicates.compare(tensor, *look);
            sink(tensor, look->health);
        }
        return {};
    }

    void complain(const Error& error)
    {
        if (!m_firstError)
            m_firstError = error;
        if (m_listsAll) {
            m_bar.without([&] { worsen(m_status, m_session.report(error)); });
            return;
        }
        Unread& unread = m_unread.try_emplace({error.code, error.path}, Unread{error}).first->second;
        ++unread.tensors;
    }

    /// Prints one line per reason, because a truncated file may lack thousands of tensors.
    void reportUnread()
    {
        for (const auto& [reason, unread] : m_unread) {
            Error error = unread.first;
            if (unread.tensors > 1)
                error.message = counted(unread.tensors, "tensor") + " could not be read; the first: " + error.message;
            worsen(m_status, m_session.report(error));
            m_reported.push_back(std::move(error));
        }
    }

    /// The tensors that could not be read for one reason.
    struct Unread {
        Error first;
        std::uint64_t tensors = 0;
    };

    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::vector<std::uint32_t> m_tensors;
    const Session& m_session;
    ProgressBar m_bar;
    const bool m_listsAll;
    std::map<std::pair<ErrorCode, std::string>, Unread> m_unread; ///< keyed by code and path
    std::vector<Error> m_reported; ///< one per reason
    const KnownFindings m_known;
    std::optional<Error> m_firstError;
    Findings m_found; ///< found by the scan in quantized weights, and not when opening
    ExitStatus m_status = ExitStatus::Done;
};

ExitStatus writeScanPart(const std::shared_ptr<const Checkpoint>& checkpoint, const std::vector<std::uint32_t>& tensors,
    PartPlan plan, const Session& session)
{
    return PartRun::run(session, std::move(plan), [&](PartRun& part) {
        ProgressBar bar(!session.options().quiet);
        bar.expect(part.ownBytes());
        const DuplicateSearch duplicates(*checkpoint, tensors);
        const auto add = [&](std::size_t piece, const auto& found, const auto& result) {
            if (!result)
                bar.without([&] { session.report(result.error()); });
            part.add(piece, recordOf(found), result ? nullptr : &result.error());
        };
        return part.lookAtOwn(
            [&](std::span<const std::size_t> units, std::size_t piece, std::uint64_t bytes) {
                bar.beginStep(bytes);
                std::vector<std::uint32_t> own;
                for (const std::size_t unit : units)
                    own.push_back(tensors[unit]);
                return lookAtTensors(checkpoint, own, duplicates, session.work(&bar.progress()),
                    [&](std::uint32_t, const TensorLook& look) { add(piece++, look, look.health); });
            },
            [&](std::size_t unit, SpanRange range, std::size_t piece, std::uint64_t bytes) -> Result<> {
                bar.beginStep(bytes);
                const Work work = session.work(&bar.progress());
                work.expect(bytes);
                const auto look = lookAtRange(checkpoint, tensors[unit], range, duplicates, work);
                if (session.stopped())
                    return fail(ErrorCode::Stopped, "stopped");
                add(piece, look, look);
                return {};
            });
    });
}

} // namespace

ExitStatus run(const ScanOptions& options, const Session& session)
{
    const auto refuse = [&](const Error& error) {
        if (options.sarif && error.code != ErrorCode::Stopped) {
            SarifDocument document(session.json());
            document.addError(error.path.empty() ? options.path : error.path, error);
            document.finish();
        }
        return session.reportAsAnswer(error);
    };
    const auto opened = openInspected(options.path, session);
    if (!opened)
        return refuse(opened.error());
    const auto& [checkpoint, kept] = *opened;
    auto tensors = chooseTensors(*checkpoint, kept, {});
    if (!tensors)
        return refuse(tensors.error());
    if (kept.count() == 0 && !checkpoint->tensors.empty()) {
        // A CI gate must not mistake a typo in the filter for good health.
        session.report(Error{
            ErrorCode::InvalidArgument, noMatchText(*checkpoint, options.common.filter), options.path, std::nullopt});
        return ExitStatus::Usage;
    }
    if (const auto allowed = session.allowFetching(remoteBytes(*checkpoint, *tensors), checkpoint->path); !allowed) {
        refuse(allowed.error());
        return ExitStatus::Usage;
    }
    if (options.common.part || session.collected()) {
        auto inputs = inputStatesOf(*checkpoint);
        if (!inputs)
            return refuse(inputs.error());
        PartPlan plan{.inputs = std::move(*inputs), .units = tensorUnits(*checkpoint, *tensors)};
        for (std::size_t i = 0; i < tensors->size(); ++i)
            plan.units[i].spans = separateSpans(*checkpoint, (*tensors)[i]);
        if (options.common.part)
            return writeScanPart(checkpoint, *tensors, std::move(plan), session);
        if (const auto same = session.collected()->check(plan); !same)
            return refuse(same.error());
    }
    const bool hasFindings = options.sarif || !(options.byRole || options.csv || options.common.json);
    if (!hasFindings)
        remarkOnBeside(*checkpoint, session);
    Scanning scanning(checkpoint, std::move(*tensors), session, options.all);
    if (options.sarif)
        return scanning.answerSarif();
    if (options.byRole)
        return scanning.answerByRole(options);
    if (options.csv)
        return scanning.answerCsv(options);
    return options.common.json ? scanning.answerJson(options) : scanning.answerText(options);
}

} // namespace loupe
