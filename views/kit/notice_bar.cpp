#include "views/kit/notice_bar.h"

#include "items/jobs/job_runner.h"
#include "views/kit/job_words.h"
#include "views/kit/notice_row.h"
#include "views/kit/plain_text.h"

#include <QAccessible>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace loupe {

namespace {

constexpr std::chrono::seconds passingTime(10);

/// Smaller ranks are higher up.
int rank(NoticeKind kind)
{
    switch (kind) {
    case NoticeKind::Error:
        return 0;
    case NoticeKind::Warning:
        return 1;
    case NoticeKind::Info:
    case NoticeKind::Progress:
        return 2;
    }
    return 2;
}

NoticeRow* rowAt(const QVBoxLayout& rows, int index)
{
    return static_cast<NoticeRow*>(rows.itemAt(index)->widget());
}

/// Removes the row now, and deletes the object after its button's click was handled.
void dismiss(QVBoxLayout& rows, NoticeRow* row)
{
    rows.removeWidget(row);
    row->hide();
    row->deleteLater();
}

} // namespace

NoticeBar::NoticeBar(QWidget* parent)
    : QWidget(parent)
    , m_rows(new QVBoxLayout(this))
{
    setAccessibleName(tr("Notices"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(0);
    hide();
}

void NoticeBar::showOnDemand()
{
    m_isOnDemand = true;
    hide();
}

void NoticeBar::setNotice(const QString& id, const Notice& notice)
{
    NoticeRow* const old = find(id);
    int place = 0;
    if (old && old->kind() == notice.kind) {
        place = m_rows->indexOf(old);
    } else {
        for (int i = 0; i < m_rows->count(); ++i) {
            if (rowAt(*m_rows, i) != old && rank(rowAt(*m_rows, i)->kind()) <= rank(notice.kind))
                place = i + 1;
        }
    }
    auto* const row = new NoticeRow(id, notice, this);
    connect(row, &NoticeRow::closeRequested, this, [this, id] {
        removeNotice(id);
        emit closed(id);
    });
    if (notice.passes)
        QTimer::singleShot(passingTime, row, [this, id] { removeNotice(id); }); // unless it was replaced
    m_rows->insertWidget(place, row);
    row->show();
    if (old)
        dismiss(*m_rows, old);
    m_ages.removeOne(id);
    m_ages.append(id);
    onChanged();
    if (notice.kind != NoticeKind::Progress) {
        QAccessibleEvent alert(row, QAccessible::Alert);
        QAccessible::updateAccessibility(&alert);
    }
}

void NoticeBar::removeNotice(const QString& id)
{
    NoticeRow* const row = find(id);
    if (!row)
        return;
    dismiss(*m_rows, row);
    m_ages.removeOne(id);
    onChanged();
}

bool NoticeBar::hasQuestion() const
{
    return std::ranges::any_of(m_ages, [this](const QString& id) { return find(id)->notice().isQuestion; });
}

void NoticeBar::dismissQuestions()
{
    const QStringList ids = m_ages;
    for (const QString& id : ids) {
        const NoticeRow* const row = find(id);
        if (!row || !row->notice().isQuestion)
            continue;
        removeNotice(id);
        emit closed(id);
    }
}

void NoticeBar::onChanged()
{
    if (!m_isOnDemand)
        setVisible(count() > 0);
    emit changed();
}

const NoticeRow* NoticeBar::newest() const
{
    return m_ages.isEmpty() ? nullptr : find(m_ages.back());
}

bool NoticeBar::hasNotice(const QString& id) const
{
    return find(id) != nullptr;
}

int NoticeBar::count() const
{
    return m_rows->count();
}

QStringList NoticeBar::texts() const
{
    QStringList sentences;
    for (int i = 0; i < m_rows->count(); ++i)
        sentences << rowAt(*m_rows, i)->text();
    return sentences;
}

void NoticeBar::showJob(
    const QString& id, const QString& text, const JobProgress& progress, std::function<void()> stop, bool atOnce)
{
    const NoticeRow* const shown = find(id);
    if (!shown || shown->kind() != NoticeKind::Progress || shown->text() != printableText(text)) {
        if (!atOnce && !isWorthShowing(progress))
            return;
        Notice notice{.kind = NoticeKind::Progress, .text = text, .actions = {}, .closable = false};
        if (stop)
            notice.actions.push_back({tr("Stop"), std::move(stop)});
        setNotice(id, notice);
    }
    find(id)->setProgress(progress);
    emit progressed(id, progress);
}

NoticeRow* NoticeBar::find(const QString& id) const
{
    for (int i = 0; i < m_rows->count(); ++i) {
        if (rowAt(*m_rows, i)->id() == id)
            return rowAt(*m_rows, i);
    }
    return nullptr;
}

} // namespace loupe
