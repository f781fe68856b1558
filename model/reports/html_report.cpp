#include "reports/html_report.h"

#include "core/text/text.h"
#include "reports/comparison_bars.h"
#include "reports/comparison_style.h"
#include "reports/comparison_words.h"
#include "reports/html_text.h"

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

/// In the order of the report.
constexpr std::array statusesShown{PairStatus::Changed, PairStatus::ShapeChanged, PairStatus::OnlyA, PairStatus::OnlyB,
    PairStatus::NotCompared, PairStatus::Identical};

std::string mark(PairStatus status)
{
    const std::string name(pairStatusName(status));
    return "<svg class=\"mark " + name + "\" aria-hidden=\"true\"><use href=\"#" + name + "\"/></svg>";
}

std::string both(const std::string& a, const std::string& b)
{
    return a == b ? a : a + " → " + b;
}

} // namespace

class ComparisonReport::Page {
public:
    Page(const ComparisonReport& report, const std::function<void(std::string_view)>& sink)
        : m_report(report)
        , m_html(sink)
    {
    }

    void write(bool same, const std::optional<Error>& firstError)
    {
        writeHead();
        writeVerdict(same, firstError);
        writeSides();
        m_html.put(m_report.m_layersHtml);
        writeBars();
        m_html.put(m_report.m_histogramsHtml);
        writeMetadata();
        for (const PairStatus status : statusesShown)
            writeRows(status);
        writeFoot();
        m_html.flush();
    }

private:
    const Checkpoint& a() const { return *m_report.m_a; }
    const Checkpoint& b() const { return *m_report.m_b; }

    static std::string fileName(const Checkpoint& checkpoint)
    {
        const auto& path = checkpoint.path;
        return htmlText((path.has_filename() ? path : path.parent_path()).filename().native());
    }

    void writeHead()
    {
        const std::string title = fileName(a()) + " and " + fileName(b());
        m_html
            .put("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
            // A second line of defense besides escaping: no scripts, no external resources.
            .put("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                 "'unsafe-inline'\">\n")
            .put("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
            .element("title", title + " compared")
            .put("\n<style>")
            .put(comparisonStyle())
            .put("</style>\n</head>\n<body>\n")
            .put(comparisonMarks)
            .put("<main>\n")
            .element("h1", title)
            .put("\n");
    }

    /// Whether no tensor is known to differ but not all of them are known.
    bool isUnknown(const std::optional<Error>& firstError) const { return firstError && !m_report.m_counts.differ(); }

    std::string verdictText(bool same, const std::optional<Error>& firstError) const
    {
        const ComparisonCounts& counts = m_report.m_counts;
        if (same && !m_report.m_filter.empty())
            return (m_report.m_added == 0 ? "No pair matches the filter." : "What the filter keeps is the same.")
                + besides();
        if (same && m_report.m_options.tolerance)
            return "The same within the tolerance." + besides();
        if (same)
            return (m_report.m_options.structureOnly ? "The same names, dtypes, shapes and metadata."
                                                     : "The same: every tensor and all metadata.")
                + besides();
        if (isUnknown(firstError))
            return m_report.m_metadata.empty() ? "No differences found, but not all tensors were compared."
                                               : "Different in metadata; not all tensors were compared.";
        std::string text;
        for (const PairStatus status : statusesShown) {
            const std::uint64_t count = counts.count(status);
            if (count > 0 && status != PairStatus::Identical)
                text += (text.empty() ? "" : ", ") + formatCount(count) + ' ' + std::string(pairStatusWords(status));
        }
        if (text.empty() && counts.unequal > 0)
            text = counted(counts.unequal, "tensor") + " of another name or dtype";
        if (text.empty())
            return "Only the metadata differs." + besides();
        const bool stopped = firstError && firstError->code == ErrorCode::Stopped;
        return "Different. Of " + counted(m_report.m_added, "tensor") + (stopped ? " that were compared: " : ": ")
            + text + '.' + besides();
    }

    /// Differences that a status does not show: renamed and moved tensors, metadata.
    std::string besides() const
    {
        const MetadataDifference& metadata = m_report.m_metadata;
        std::string text;
        const auto add = [&](std::uint64_t count, const std::string& words) {
            if (count > 0)
                text += (text.empty() ? " " : ", ") + words;
        };
        add(m_report.m_counts.renamed, formatCount(m_report.m_counts.renamed) + " renamed");
        add(m_report.m_counts.moved, formatCount(m_report.m_counts.moved) + " moved");
        const std::uint64_t keys = metadata.changed.size() + metadata.removed.size() + metadata.added.size();
        add(keys, counted(keys, "key") + " of the metadata " + (keys == 1 ? "differs" : "differ"));
        return text.empty() ? text : text + '.';
    }

    void writeVerdict(bool same, const std::optional<Error>& firstError)
    {
        const PairStatus kind = same ? PairStatus::Identical
            : isUnknown(firstError)  ? PairStatus::NotCompared
                                     : PairStatus::Changed;
        m_html.put("<p class=\"verdict ")
            .put(pairStatusName(kind))
            .put("\">")
            .put("<svg class=\"mark\" aria-hidden=\"true\"><use href=\"#")
            .put(pairStatusName(kind))
            .put("\"/></svg><strong>")
            .put(verdictText(same, firstError))
            .put("</strong></p>\n");
        if (firstError)
            m_html.element(
                "p class=\"failure\"", "Not all could be compared: " + htmlText(describe(*firstError), 1000));
        if (!m_report.m_filter.empty())
            m_html.element(
                "p class=\"muted\"", "Only pairs that match the filter " + htmlText(m_report.m_filter) + '.');
        if (const auto& tolerance = m_report.m_options.tolerance) {
            m_html.element("p class=\"muted\"",
                "Values are equal if |a − b| ≤ " + htmlNumber(tolerance->absolute) + " + "
                    + htmlNumber(tolerance->relative) + " |b|: " + counted(m_report.m_counts.within, "pair")
                    + " within the tolerance, " + formatCount(m_report.m_counts.beyond) + " beyond it.");
        }
        writeCounts();
    }

    void writeCounts()
    {
        const ComparisonCounts& counts = m_report.m_counts;
        std::vector<Share> shares;
        shares.reserve(statusesShown.size());
        for (const PairStatus status : statusesShown)
            shares.push_back({pairStatusName(status), counts.count(status)});
        m_html.put("<div class=\"panel padded\">").put(shareBar(shares, "Tensors by what became of them"));
        m_html.put("<ul class=\"counts\">");
        for (const PairStatus status : statusesShown) {
            m_html.element("li",
                mark(status) + " <span><b>" + formatCount(counts.count(status)) + "</b> "
                    + std::string(pairStatusWords(status)) + "</span>");
        }
        m_html.put("</ul>\n<p class=\"muted\" style=\"margin:8px 0 0\">");
        std::string more;
        if (counts.dtypeChanged + counts.renamed > 0)
            more = formatCount(counts.dtypeChanged) + " other dtype, " + formatCount(counts.renamed)
                + " renamed (counted above too).";
        if (m_report.m_elements > 0)
            more += " Of " + counted(m_report.m_elements, "element") + " that were compared, "
                + formatCount(m_report.m_differing) + " differ.";
        const auto warn = [&](std::uint64_t pairs, const char* side) {
            if (pairs > 0)
                more += " NaN or infinities only in " + std::string(side) + ": " + counted(pairs, "tensor") + '.';
        };
        warn(m_report.m_nonfiniteOnlyA, "A");
        warn(m_report.m_nonfiniteOnlyB, "B");
        m_html.put(more).put("</p></div>\n");
    }

    void writeSides()
    {
        m_html.put("<h2>What was compared</h2>\n<div class=\"panel\"><table class=\"sides\"><thead><tr><th></th>"
                   "<th>A</th><th>B</th></tr></thead><tbody>\n");
        const auto row = [&](const char* what, auto&& text) {
            m_html.put("<tr>").element("th scope=\"row\"", what);
            for (const Checkpoint* const side : {&a(), &b()})
                m_html.element("td class=\"text\"", text(*side));
            m_html.put("</tr>\n");
        };
        row("Path", [](const Checkpoint& side) { return htmlText(side.path.native(), 4096); });
        row("Format", [](const Checkpoint& side) { return htmlEscaped(side.formatText()); });
        row("Files", [](const Checkpoint& side) { return formatCount(side.files.size()); });
        row("Size", [](const Checkpoint& side) {
            const std::uint64_t bytes = side.totalFileBytes();
            return counted(bytes, "byte") + (bytes < 1024 ? "" : " (" + formatBytes(bytes) + ')');
        });
        row("Tensors", [](const Checkpoint& side) { return formatCount(side.tensorCount()); });
        row("Parameters", [](const Checkpoint& side) { return formatCount(side.totalElements()); });
        m_html.put("</tbody></table></div>\n");
    }

    /// The text in place of a bar.
    static std::string warningOf(const Row& row)
    {
        std::string text(nonfiniteWords(nonfiniteChange(*row.outcome.delta)));
        if (row.amount > 0 && std::isfinite(row.amount))
            text += "; the other elements have relative L2 " + htmlNumber(row.amount);
        return text;
    }

    void writeBars()
    {
        std::vector<NamedAmount> amounts;
        std::uint64_t warnings = 0;
        for (const Row* const row : m_report.sorted(PairStatus::Changed)) {
            if (amounts.size() == mostBars)
                break;
            std::string name(a().tensors[row->pair.a].name);
            if (row->nonfinite) {
                amounts.push_back({std::move(name), row->amount, warningOf(*row)});
                ++warnings;
            } else if (row->amount > 0 && std::isfinite(row->amount)) {
                amounts.push_back({std::move(name), row->amount});
            }
        }
        if (amounts.empty())
            return;
        std::string said = "Relative L2, the length of the difference in proportion to that of A";
        if (const std::uint64_t bars = amounts.size() - warnings; m_report.m_measured > bars)
            said += ": the " + formatCount(bars) + " largest of " + formatCount(m_report.m_measured);
        if (isLogarithmic(amounts))
            said += ", on a logarithmic scale";
        if (warnings > 0)
            said += ". Tensors whose NaN or Inf differs come first, as no figure can measure that";
        m_html.element("h2", "What changed most")
            .element("p class=\"muted\"", said + '.')
            .put("<div class=\"panel padded\">")
            .put(amountBars(amounts, "Relative L2 of the tensors that changed most"))
            .put("</div>\n");
    }

    void writeMetadata()
    {
        const MetadataDifference& metadata = m_report.m_metadata;
        m_html.element("h2", "Metadata");
        if (metadata.empty()) {
            m_html.element("p class=\"muted\"", "No difference.");
            return;
        }
        m_html.put("<div class=\"panel\"><table><thead><tr><th>Key</th><th>A</th><th>B</th></tr></thead><tbody>\n");
        std::size_t rows = 0;
        const auto add = [&](std::string_view key, const MetadataValue* inA, const MetadataValue* inB) {
            if (rows++ >= mostEntries)
                return;
            m_html.put("<tr>").element("td class=\"name\"", htmlText(key));
            for (const MetadataValue* const value : {inA, inB})
                m_html.element(
                    "td class=\"text\"", value ? htmlText(value->shown(), 600) : "<span class=\"muted\">–</span>");
            m_html.put("</tr>\n");
        };
        for (const auto& changed : metadata.changed)
            add(changed.key, &changed.a, &changed.b);
        for (const auto& [key, value] : metadata.removed)
            add(key, &value, nullptr);
        for (const auto& [key, value] : metadata.added)
            add(key, nullptr, &value);
        m_html.put("</tbody></table></div>\n");
        sayLeftOut(rows, std::min(rows, mostEntries), "entry", "entries");
    }

    void sayLeftOut(std::uint64_t all, std::uint64_t shown, std::string_view one, std::string_view several)
    {
        if (all > shown) {
            m_html.element("p class=\"muted\"",
                counted(all - shown, one, several) + (all - shown == 1 ? " more is" : " more are")
                    + " omitted here; the CSV and JSON comparisons have all.");
        }
    }

    void writeRows(PairStatus status)
    {
        const std::uint64_t all = m_report.m_counts.count(status);
        if (all == 0)
            return;
        const bool figures = status == PairStatus::Changed;
        const auto rows = m_report.sorted(status);
        m_html.element(
            "h2", mark(status) + ' ' + std::string(pairStatusHeading(status)) + " (" + formatCount(all) + ')');
        if (figures && rows.size() > 1)
            m_html.element(
                "p class=\"muted\"", "By relative L2, the largest first; before them those whose NaN or Inf differs.");
        m_html.put("<div class=\"panel\"><table><thead><tr><th>Tensor</th><th>DType</th><th>Shape</th>"
                   "<th class=\"number\">Elements</th>");
        if (figures) {
            for (const char* const title :
                {"Differing", "Max", "Mean", "RMS", "Relative&nbsp;L2", "SNR", "Cosine", "First", "ULP"})
                m_html.element("th class=\"number\"", title);
        }
        m_html.put("<th>Remarks</th></tr></thead><tbody>\n");
        for (const Row* const row : rows)
            writeRow(*row, figures);
        m_html.put("</tbody></table></div>\n");
        sayLeftOut(all, rows.size(), "tensor", "tensors");
    }

    void writeRow(const Row& row, bool figures)
    {
        const bool inA = row.pair.a != TensorPair::none;
        const bool inB = row.pair.b != TensorPair::none;
        const Checkpoint& sideA = inA ? a() : b();
        const Checkpoint& sideB = inB ? b() : a();
        const std::uint32_t first = inA ? row.pair.a : row.pair.b;
        const std::uint32_t second = inB ? row.pair.b : row.pair.a;
        const Tensor& one = sideA.tensors[first];
        const Tensor& other = sideB.tensors[second];
        m_html.put("<tr>")
            .element("td class=\"name\"", both(htmlText(one.name), htmlText(other.name)))
            .element("td", both(htmlText(sideA.dtypeName(first)), htmlText(sideB.dtypeName(second))))
            .element("td class=\"shape\"", both(shortShape(one.shape), shortShape(other.shape)))
            .element("td class=\"number\"", htmlEscaped(formatElements(one.shape)));
        if (figures) {
            const Delta delta = row.outcome.delta.value_or(Delta{});
            for (const std::string& cell :
                {htmlCount(delta.differing), htmlNumber(delta.maximum), htmlNumber(delta.mean), htmlNumber(delta.rms),
                    htmlNumber(delta.relativeL2), htmlNumber(delta.signalToNoise),
                    htmlNumber(delta.cosine, delta.cosine ? cosineDigits(*delta.cosine, 6) : 6),
                    htmlCount(delta.firstDifference), htmlCount(delta.maximumUlp)})
                m_html.element("td class=\"number\"", cell);
        }
        const std::string error = row.outcome.error ? describe(*row.outcome.error) : std::string();
        m_html.element("td class=\"text\"", htmlText(pairRemarks(row.pair, row.outcome, error), 1000)).put("</tr>\n");
    }

    void writeFoot()
    {
        m_html.put("<footer><p>Figures are of a and b element by element, over those that are finite on both sides. "
                   "Differing: elements whose values differ; NaN equals NaN, −0 equals +0. Max and mean: of |a − b|. "
                   "RMS: root of the mean of (a − b)². Relative L2: ‖a − b‖ / ‖a‖. SNR: 20 log₁₀(‖a‖ / ‖a − b‖) dB. "
                   "Cosine: of the angle between a and "
                   "b. First: index of the first element that differs. ULP: largest distance in steps of the dtype."
                   "</p><p>Written by Tensorloupe.</p></footer>\n</main>\n</body>\n</html>\n");
    }

    const ComparisonReport& m_report;
    HtmlWriter m_html;
};

void ComparisonReport::write(
    const std::function<void(std::string_view)>& sink, bool same, const std::optional<Error>& firstError) const
{
    Page(*this, sink).write(same, firstError);
}

} // namespace loupe
