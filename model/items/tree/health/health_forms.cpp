#include "items/tree/health/health_forms.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/values/value_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <string_view>

namespace loupe {

namespace {

class FormWords {
    Q_DECLARE_TR_FUNCTIONS(loupe::Health)
};

/// Never cut, as "all 1…" for 10000 would read as 1.
QString shortConstant(const Summary& summary)
{
    constexpr qsizetype most = 6;
    constexpr int digits = 2;
    const QString whole = constantValue(summary);
    if (whole.size() <= most || summary.parts.size() == 2)
        return whole;
    return QString::number(summary.minimum->toDouble(), 'g', digits);
}

QString subnormalShare(const Summary& summary)
{
    return toQString(
        formatShare(static_cast<double>(*summary.subnormal) / static_cast<double>(presentElements(summary))));
}

/// The text if there are no warnings: a figure, or why there is none.
QStringList quietHealth(const Tensor& tensor, const Health& health)
{
    if (!health.summary.note.empty())
        return {FormWords::tr("values unknown"), FormWords::tr("unknown", "values")};
    if (tensor.elements() == 0)
        return {FormWords::tr("empty")};
    if (health.constant)
        return {FormWords::tr("all %1").arg(shortConstant(health.summary))};
    return {health.sigmas ? sigmaText(*health.sigmas) : QString()};
}

/// A remark about a tensor or group, and a shorter version of it.
struct Remark {
    QString text;
    QString brief;
};
using Remarks = QList<Remark>;

/// "12,345 NaN"; the brief form is "12.3 K NaN".
Remark elementsRemark(std::uint64_t elements, const QString& what)
{
    const auto text = [&](const QString& count) {
        return FormWords::tr("%1 %2", "number of NaN or Inf").arg(count, what);
    };
    return {text(groupedCount(elements)), text(toQString(formatShort(elements)))};
}

void addNonfinite(Remarks& remarks, const HealthSums& sums)
{
    if (sums.nan > 0)
        remarks << elementsRemark(sums.nan, QStringLiteral("NaN"));
    if (sums.infinite > 0)
        remarks << elementsRemark(sums.infinite, QStringLiteral("Inf"));
}

QString withRest(const QString& shown, qsizetype rest)
{
    return rest == 0 ? shown
                     : FormWords::tr("%1 +%2 more", "what is wrong").arg(shown, groupedCount(std::uint64_t(rest)));
}

/// "36 NaN, 2 Inf, outliers 1,234 σ", "36 NaN +2 more", "36 NaN": each is correct on its own, and none is cut.
QStringList formsOf(const Remarks& remarks)
{
    QStringList forms;
    QStringList texts;
    for (const Remark& remark : remarks)
        texts << remark.text;
    for (qsizetype shown = texts.size(); shown > 0; --shown)
        forms << withRest(texts.mid(0, shown).join(QStringLiteral(", ")), texts.size() - shown);
    if (!remarks.isEmpty())
        forms << withRest(remarks.first().brief, remarks.size() - 1) << remarks.first().brief;
    forms.removeDuplicates();
    return forms;
}

/// The text of a remark about several tensors.
struct CountedForm {
    HealthRemark remark;
    const char* text; ///< includes a number
    const char* brief; ///< likewise; null: same as `text`
};
constexpr CountedForm countedForms[] = {
    {HealthRemark::Quantization, QT_TRANSLATE_NOOP("loupe::Health", "%1 × odd scales or codes"),
        QT_TRANSLATE_NOOP("loupe::Health", "%1 × scales")},
    {HealthRemark::Outliers, QT_TRANSLATE_NOOP("loupe::Health", "%1 × outliers"), nullptr},
    {HealthRemark::AllZero, QT_TRANSLATE_NOOP("loupe::Health", "%1 × all zero"), nullptr},
    {HealthRemark::Constant, QT_TRANSLATE_NOOP("loupe::Health", "%1 × constant"), nullptr},
    {HealthRemark::Subnormal, QT_TRANSLATE_NOOP("loupe::Health", "%1 × subnormal"), nullptr},
};

/// Remarks about errors.
Remarks brokenRemarks(const HealthSums& sums)
{
    Remarks remarks;
    if (const std::uint32_t unread = sums.count(HealthRemark::Unread); unread > 0)
        remarks << Remark{unreadableText(unread), unreadableText(unread)};
    addNonfinite(remarks, sums);
    return remarks;
}

/// Remarks about anomalies.
Remarks oddRemarks(const HealthSums& sums)
{
    Remarks remarks;
    for (const auto& [remark, text, brief] : countedForms)
        if (const std::uint32_t count = sums.count(remark); count > 0)
            remarks << Remark{FormWords::tr(text).arg(groupedCount(count)),
                FormWords::tr(brief ? brief : text).arg(groupedCount(count))};
    return remarks;
}

/// Errors come before anomalies, as there may not be room for all.
Remarks groupRemarks(const HealthSums& sums)
{
    const Remarks broken = brokenRemarks(sums);
    return broken.isEmpty() ? oddRemarks(sums) : broken;
}

/// "odd scales", "odd codes" or both.
Remark quantizationRemark(const Health& health)
{
    const auto isOfScales = [](const Finding& finding) { return std::string_view(finding.code).starts_with("scale"); };
    const QString both = FormWords::tr("odd scales or codes");
    const QString scales = FormWords::tr("odd scales");
    const QString codes = FormWords::tr("odd codes");
    if (health.findings.empty())
        return {both, both};
    if (std::ranges::all_of(health.findings, isOfScales))
        return {scales, scales};
    if (std::ranges::none_of(health.findings, isOfScales))
        return {codes, codes};
    return {both, scales};
}

/// Precondition: the tensor could be read.
Remarks tensorRemarks(const HealthSums& sums, const Health& health)
{
    Remarks remarks;
    addNonfinite(remarks, sums);
    if (sums.count(HealthRemark::Quantization) > 0)
        remarks << quantizationRemark(health);
    if (sums.count(HealthRemark::Outliers) > 0) {
        const QString outliers = FormWords::tr("outliers");
        remarks << Remark{
            health.sigmas ? FormWords::tr("outliers %1", "distance").arg(sigmaText(*health.sigmas)) : outliers,
            outliers};
    }
    if (sums.count(HealthRemark::AllZero) > 0)
        remarks << Remark{FormWords::tr("all zero"), FormWords::tr("all zero")};
    if (sums.count(HealthRemark::Constant) > 0)
        remarks << Remark{FormWords::tr("constant %1").arg(shortConstant(health.summary)), FormWords::tr("constant")};
    if (sums.count(HealthRemark::Subnormal) > 0)
        remarks << Remark{
            FormWords::tr("%1 subnormal").arg(subnormalShare(health.summary)), FormWords::tr("subnormal", "values")};
    return remarks;
}

} // namespace

QString constantValue(const Summary& summary)
{
    if (summary.parts.size() != 2)
        return shownNumber(toQString(toText(*summary.minimum)));
    return shownNumber(toQString(toText({.kind = Scalar::Kind::Complex,
        .real = summary.parts[0].minimum->toDouble(),
        .imaginary = summary.parts[1].minimum->toDouble(),
        .singlePrecision = true})));
}

QString sigmaText(double sigmas)
{
    constexpr double noDigits = 100;
    constexpr double most = 1e6; // beyond this, the deviation of the others is practically 0
    if (sigmas > most)
        return FormWords::tr("> 1 M σ");
    return FormWords::tr("%1 σ").arg(sigmas < noDigits ? QString::number(sigmas, 'f', 1)
                                                       : groupedCount(static_cast<std::uint64_t>(std::lround(sigmas))));
}

QString unreadableText(std::uint32_t tensors)
{
    return FormWords::tr("%1 unreadable").arg(groupedCount(tensors));
}

QStringList healthForms(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health)
{
    if (!health)
        return {FormWords::tr("unreadable")};
    const QStringList forms = formsOf(tensorRemarks(healthOf(checkpoint.tensors[tensor], health), *health));
    return forms.isEmpty() ? quietHealth(checkpoint.tensors[tensor], *health) : forms;
}

QStringList healthForms(const GroupHealth& group)
{
    if (group.sums.tensors == 0)
        return {QString()};
    QStringList forms = formsOf(groupRemarks(group.sums));
    if (group.isComplete()) {
        if (forms.isEmpty())
            forms << (group.sums.sigmas > 0 ? sigmaText(group.sums.sigmas) : QString());
        return forms;
    }
    if (forms.isEmpty())
        return {FormWords::tr("%1 of %2").arg(groupedCount(group.sums.tensors), groupedCount(group.tensors))};
    // Show both even in a narrow column.
    const QString scanned = QStringLiteral(" · ")
        + FormWords::tr("%1/%2").arg(groupedCount(group.sums.tensors), groupedCount(group.tensors));
    const QString shortest = forms.last();
    for (QString& form : forms)
        form += scanned;
    forms << shortest;
    return forms;
}

QStringList shortestRemarks(const HealthSums& total)
{
    QStringList texts;
    for (const Remark& remark : brokenRemarks(total) + oddRemarks(total))
        texts << remark.brief;
    return texts;
}

QString severalRemarksSample()
{
    return withRest(elementsRemark(99, QStringLiteral("NaN")).text, 2);
}

} // namespace loupe
