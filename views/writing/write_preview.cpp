#include "views/writing/write_preview.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"
#include "items/language/plural.h"
#include "items/writing/output_files_model.h"
#include "views/kit/plain_text.h"
#include "views/writing/left_out_dialog.h"
#include "views/writing/output_table.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include <utility>

namespace loupe {

namespace {

const QString lookingId = QStringLiteral("looking");
const QString weighingId = QStringLiteral("weighing");
const QString failureId = QStringLiteral("failure");
constexpr int mostNotices = 4; // problems; more are shown once these are fixed

QString summaryOf(const WritingPreview& preview)
{
    if (!preview.output)
        return {};
    const Output& output = *preview.output;
    const QString tensors = tensorCountText(output.recipe.items.size());
    const QString size = toQString(formatBytes(output.bytes()));
    const QString bytes = byteCountText(output.bytes());
    bool allKnown = true;
    for (const OutputFile& file : output.files)
        allKnown = allKnown && file.bytes;
    if (output.isHeaderOnly()) {
        return WritePreview::tr("%1 · %2 (%3) of header rewritten in place", "tensors, size, bytes")
            .arg(tensors, size, bytes);
    }
    QStringList parts{WritePreview::tr("%1 in %2", "tensors, files").arg(tensors, fileCountText(output.files.size()))};
    if (allKnown)
        parts << WritePreview::tr("%1 (%2)", "size, bytes").arg(size, bytes);
    if (preview.freeBytes)
        parts << WritePreview::tr("%1 free", "disk space").arg(toQString(formatBytes(*preview.freeBytes)));
    return parts.join(QStringLiteral(" · "));
}

QString fixText(const WritingProblem& problem)
{
    switch (problem.fix) {
    case WritingProblem::Fix::Cast:
        return WritePreview::tr("Cast %1 to %2")
            .arg(toQString(dtypeName(problem.dtype)), toQString(dtypeName(problem.to)));
    case WritingProblem::Fix::LeaveOut:
        return WritePreview::tr("Skip %1 tensor(s)", nullptr, pluralOf(problem.tensors))
            .arg(groupedCount(problem.tensors));
    case WritingProblem::Fix::KeepFirst:
        return WritePreview::tr("Keep the first of each");
    case WritingProblem::Fix::KeepWhole:
        return WritePreview::tr("Keep the intact tensors");
    case WritingProblem::Fix::CreateFolder:
        return WritePreview::tr("Create folder");
    case WritingProblem::Fix::None:
        break;
    }
    return {};
}

} // namespace

WritePreview::WritePreview(QWidget* parent)
    : QWidget(parent)
    , m_files(new OutputFilesModel(this))
    , m_table(new QTableView)
    , m_summary(new QLabel)
    , m_notices(new NoticeBar)
{
    dressOutputTable(*m_table, *m_files);
    m_table->setAccessibleName(tr("Files to write"));
    m_table->setMinimumHeight(4 * m_table->verticalHeader()->defaultSectionSize());
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setAccessibleName(tr("Total"));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_notices);
    layout->addWidget(m_summary);
    setPreview(nullptr);
}

void WritePreview::setPreview(const WritingPreviewPtr& preview)
{
    clearNotices();
    m_notices->removeNotice(lookingId);
    m_files->setPreview(preview);
    if (!preview) {
        m_summary->setText(tr("Preparing the preview…"));
        return;
    }
    m_summary->setText(summaryOf(*preview));
    showNotices(*preview);
}

void WritePreview::showError(const QString& sentence)
{
    showInstead(NoticeKind::Error, sentence);
}

void WritePreview::showHint(const QString& sentence)
{
    showInstead(NoticeKind::Info, sentence);
}

void WritePreview::showInstead(NoticeKind kind, const QString& sentence)
{
    setPreview(nullptr);
    m_summary->clear();
    m_notices->setNotice(QStringLiteral("0"), {.kind = kind, .text = sentence, .actions = {}, .closable = false});
    m_shownNotices = 1;
}

void WritePreview::clearNotices()
{
    for (int i = 0; i < m_shownNotices; ++i)
        m_notices->removeNotice(QString::number(i));
    m_shownNotices = 0;
}

void WritePreview::showNotices(const WritingPreview& preview)
{
    for (const WritingProblem& problem : preview.problems) {
        if (m_shownNotices == mostNotices)
            break;
        Notice notice{.kind = NoticeKind::Error, .text = shownSentence(problem.text), .actions = {}, .closable = false};
        if (problem.fix != WritingProblem::Fix::None)
            notice.actions.push_back({fixText(problem), [this, problem] { emit fixRequested(problem); }});
        m_notices->setNotice(QString::number(m_shownNotices++), notice);
    }
    if (!preview.leftOut.isEmpty() && m_shownNotices < mostNotices)
        showLeftOut(preview.leftOut);
    for (const QString& remark : preview.remarks) {
        if (m_shownNotices == mostNotices)
            break;
        m_notices->setNotice(QString::number(m_shownNotices++),
            {.kind = NoticeKind::Warning, .text = shownSentence(remark), .actions = {}, .closable = false});
    }
    QStringList notes = preview.notes;
    if (!preview.reassurance.isEmpty())
        notes << preview.reassurance;
    for (const QString& note : std::as_const(notes)) {
        if (m_shownNotices == mostNotices)
            break;
        m_notices->setNotice(QString::number(m_shownNotices++),
            {.kind = NoticeKind::Info, .text = note, .actions = {}, .closable = false});
    }
}

void WritePreview::showLeftOut(const LeftOut& left)
{
    Notice notice{.kind = NoticeKind::Warning, .text = shownSentence(left.text), .actions = {}, .closable = false};
    if (!left.namesAll)
        notice.actions.push_back({tr("Show all…"), [this, left] { (new LeftOutDialog(left, this))->open(); }});
    m_notices->setNotice(QString::number(m_shownNotices++), notice);
}

void WritePreview::showLooking(const JobProgress& progress)
{
    if (progress.total == 0)
        return;
    m_notices->showJob(lookingId, tr("Checking which tensors are intact"), progress, {});
}

void WritePreview::showWeighing(const JobProgress& progress)
{
    m_notices->showJob(
        weighingId, tr("Computing the loss of the casts"), progress, [this] { emit stopWeighingWanted(); });
}

void WritePreview::hideWeighing()
{
    m_notices->removeNotice(weighingId);
}

void WritePreview::showFailure(const QString& sentence)
{
    if (sentence.isEmpty())
        m_notices->removeNotice(failureId);
    else
        m_notices->setNotice(failureId, {.kind = NoticeKind::Error, .text = sentence, .actions = {}});
}

void WritePreview::showWritten(const WritingPreview& preview)
{
    clearNotices();
    if (!preview.leftOut.isEmpty())
        showLeftOut(preview.leftOut);
    const auto& files = preview.output->leftBehind;
    if (files.empty())
        return;
    const QString text =
        tr("%1 file(s) stay in the folder but are no longer part of the model: %2", nullptr, pluralOf(files.size()))
            .arg(groupedCount(files.size()), fileNamesText(files));
    m_notices->setNotice(
        QString::number(m_shownNotices++), {.kind = NoticeKind::Warning, .text = shownSentence(text), .actions = {}});
}

QWidget* WritePreview::table() const
{
    return m_table;
}

} // namespace loupe
