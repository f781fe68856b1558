#include "views/writing/write_preview.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/writing/output_files_model.h"
#include "views/kit/plain_text.h"
#include "views/writing/left_out_dialog.h"
#include "views/writing/output_table.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

namespace loupe {

namespace {

const QString lookingId = QStringLiteral("looking");
const QString weighingId = QStringLiteral("weighing");
const QString failureId = QStringLiteral("failure");
constexpr int mostNotices = 4; // problems; the next ones come when these are fixed

QString summaryOf(const WritingPreview& preview)
{
    if (!preview.output)
        return WritePreview::tr("Nothing can be written yet.");
    const Output& output = *preview.output;
    bool allKnown = true;
    for (const OutputFile& file : output.files)
        allKnown = allKnown && file.bytes;
    if (output.isHeaderOnly()) {
        return WritePreview::tr("%1; the header alone is rewritten, %2 (%3), in place.")
            .arg(toQString(counted(output.recipe.items.size(), "tensor")), toQString(formatBytes(output.bytes())),
                toQString(counted(output.bytes(), "byte")));
    }
    QString text = WritePreview::tr("%1 in %2")
                       .arg(toQString(counted(output.recipe.items.size(), "tensor")),
                           toQString(counted(output.files.size(), "file")));
    if (allKnown)
        text += WritePreview::tr(", %1 (%2)")
                    .arg(toQString(formatBytes(output.bytes())), toQString(counted(output.bytes(), "byte")));
    if (preview.freeBytes)
        text += WritePreview::tr("; %1 free").arg(toQString(formatBytes(*preview.freeBytes)));
    return text + u'.';
}

QString fixText(const WritingProblem& problem)
{
    switch (problem.fix) {
    case WritingProblem::Fix::Cast:
        return WritePreview::tr("Cast %1 to %2")
            .arg(toQString(dtypeName(problem.dtype)), toQString(dtypeName(problem.to)));
    case WritingProblem::Fix::LeaveOut:
        return WritePreview::tr("Leave out %1").arg(toQString(counted(problem.tensors, "tensor")));
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
    m_table->setAccessibleName(tr("What would be written"));
    m_table->setMinimumHeight(4 * m_table->verticalHeader()->defaultSectionSize());
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setAccessibleName(tr("In all"));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_table, 1);
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
        m_summary->setText(tr("What is to be written is being worked out…"));
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
    m_summary->setText(tr("Nothing can be written yet."));
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
    m_notices->showJob(lookingId, tr("Reading the values, to see what is whole"), progress, {});
}

void WritePreview::showWeighing(const JobProgress& progress)
{
    m_notices->showJob(
        weighingId, tr("Reading the values that are cast"), progress, [this] { emit stopWeighingWanted(); });
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
    const QString text = files.size() == 1 ? tr("%1 is no longer part of the model; it stays in the folder.")
                                           : tr("%1 are no longer part of the model; they stay in the folder.");
    m_notices->setNotice(QString::number(m_shownNotices++),
        {.kind = NoticeKind::Warning, .text = shownSentence(text.arg(fileNamesText(files))), .actions = {}});
}

QWidget* WritePreview::table() const
{
    return m_table;
}

} // namespace loupe
