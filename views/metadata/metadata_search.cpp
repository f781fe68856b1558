#include "views/metadata/metadata_search.h"

#include "items/jobs/qt_text.h"
#include "views/kit/shortcut_sheet.h"
#include "views/kit/view_controls.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace loupe {

MetadataSearch::MetadataSearch(QWidget* parent)
    : QWidget(parent)
    , m_field(new QLineEdit)
    , m_count(new QLabel)
    , m_previous(makeBarButton(QStringLiteral("↑"), tr("Previous match (Shift+F3, Shift+Enter in the field)")))
    , m_next(makeBarButton(QStringLiteral("↓"), tr("Next match (F3, Enter in the field)")))
{
    m_field->setPlaceholderText(tr("Search keys and values"));
    m_field->setToolTip(tr("Shows only what contains this text (Ctrl+F). Arrays are searched to their ends; [12 finds "
                           "elements by their number"));
    m_field->setAccessibleName(tr("Search keys and values"));
    m_field->setClearButtonEnabled(true);
    m_field->installEventFilter(this);
    m_count->setTextFormat(Qt::PlainText);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_previous->setAccessibleName(tr("Previous match"));
    m_next->setAccessibleName(tr("Next match"));
    m_previous->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F3));
    m_next->setShortcut(QKeySequence(Qt::Key_F3));
    listInShortcutSheet(*m_previous, m_previous->accessibleName(), m_previous->shortcut());
    listInShortcutSheet(*m_next, m_next->accessibleName(), m_next->shortcut());
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    layout->addWidget(m_field, 1);
    layout->addWidget(m_count);
    layout->addWidget(m_previous);
    layout->addWidget(m_next);
    setMatches(0, 0);
    connect(m_field, &QLineEdit::textChanged, this, &MetadataSearch::textChanged);
    connect(m_previous, &QToolButton::clicked, this, &MetadataSearch::previousWanted);
    connect(m_next, &QToolButton::clicked, this, &MetadataSearch::nextWanted);
}

QString MetadataSearch::text() const
{
    return m_field->text();
}

void MetadataSearch::clear()
{
    m_field->clear();
}

void MetadataSearch::focus()
{
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

void MetadataSearch::setMatches(std::size_t current, std::size_t count)
{
    if (text().isEmpty())
        m_count->clear();
    else if (count == 0)
        m_count->setText(tr("No matches"));
    else
        m_count->setText(
            tr("%1 of %2").arg(current > 0 ? groupedCount(current) : QStringLiteral("–"), groupedCount(count)));
    m_previous->setEnabled(count > 0);
    m_next->setEnabled(count > 0);
}

void MetadataSearch::setSearching()
{
    m_count->setText(tr("Searching…"));
}

bool MetadataSearch::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return QWidget::eventFilter(watched, event);
    const auto* const key = static_cast<QKeyEvent*>(event);
    const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    const bool isEscape = key->key() == Qt::Key_Escape;
    const bool isFind = key->matches(QKeySequence::Find);
    if (!isEnter && !isEscape && !isFind && key->key() != Qt::Key_Down)
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::ShortcutOverride) { // otherwise the window handles it
        event->accept();
        return true;
    }
    if (isEnter && key->modifiers() & Qt::ShiftModifier)
        emit previousWanted();
    else if (isEnter)
        emit nextWanted();
    else if (isFind)
        m_field->selectAll();
    else {
        if (isEscape)
            clear();
        emit left();
    }
    return true;
}

} // namespace loupe
