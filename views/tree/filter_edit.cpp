#include "views/tree/filter_edit.h"

#include "items/tree/filter_words.h"
#include "views/colors/theme.h"
#include "views/kit/icons.h"
#include "views/kit/plain_text.h"
#include "views/kit/shortcut_sheet.h"
#include "views/tree/filter_menu.h"
#include "views/tree/filter_popup.h"

#include <QAccessible>
#include <QAction>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QStyle>

#include <algorithm>
#include <chrono>

namespace loupe {

namespace {

using namespace std::chrono_literals;
constexpr auto typingPause = 150ms;
constexpr int filterGap = 8;

} // namespace

FilterEdit::FilterEdit(QWidget* parent)
    : QLineEdit(parent)
    , m_help(tr("All terms must match. Plain text matches names; * ? [0-3] {a,b} are wildcards, /…/ is a "
                "regex, - excludes.\ndtype:bf16  shape:4096x*  layer:3-7  rank:2  size:>1MB  params:>=1e6  shard:3  "
                "nan:>0  inf:>0  zero:>50%  subnormal:>10%  sigma:>30  constant:yes  duplicate:yes  warning:yes  "
                "quant:nvfp4"))
    , m_icon(addAction(ownIcon(Icon::Filter), QLineEdit::LeadingPosition))
{
    m_icon->setEnabled(false);
    setPlaceholderText(tr("Filter: name, dtype:bf16, shape:4096x*, size:>1MB …"));
    setAccessibleName(tr("Filter"));
    setClearButtonEnabled(true);
    listInShortcutSheet(*this, tr("Complete a word of the filter"), QKeySequence(Qt::CTRL | Qt::Key_Space));
    updateHint();
    m_pause.setSingleShot(true);
    m_pause.setInterval(typingPause);
    connect(this, &QLineEdit::textEdited, this, [this] {
        m_typing = true;
        m_choosing = false;
        listWords();
    });
    connect(this, &QLineEdit::cursorPositionChanged, this, [this] {
        if (isListed())
            listWords();
    });
    connect(&m_pause, &QTimer::timeout, this, [this] {
        if (!awaitsValue())
            reportFilter();
    });
    connect(this, &QLineEdit::textChanged, this, [this](const QString& changed) {
        clearError();
        if (changed.isEmpty() || !isModified())
            reportFilter();
        else
            m_pause.start();
    });
}

void FilterEdit::setError(const QString& message)
{
    m_error = message;
    updateColors();
    updateHint();
    showWholeError();
}

void FilterEdit::clearError()
{
    if (hasError())
        setError({});
}

/// Shows the error below the field while the user types, if the field has no room for all of it. A list of words takes
/// precedence there.
void FilterEdit::showWholeError()
{
    const QString error = shownText(m_error);
    const bool isCut = hasError() && fontMetrics().horizontalAdvance(error) > messageRect().width();
    if (!isCut || !hasFocus() || isListed()) {
        if (m_wholeError)
            m_wholeError->hide();
        return update();
    }
    if (!m_wholeError) {
        m_wholeError = new QLabel(window());
        m_wholeError->setObjectName(QStringLiteral("filterError"));
        m_wholeError->setTextFormat(Qt::PlainText);
        m_wholeError->setWordWrap(true);
        m_wholeError->setFrameShape(QFrame::StyledPanel);
        m_wholeError->setAutoFillBackground(true);
        m_wholeError->setMargin(filterGap / 2);
    }
    m_wholeError->setText(error);
    m_wholeError->resize(width(), m_wholeError->heightForWidth(width()));
    m_wholeError->move(mapTo(window(), QPoint(0, height() + 1)));
    m_wholeError->show();
    m_wholeError->raise();
    update();
}

void FilterEdit::setHelp(const QString& help)
{
    m_help = help;
    updateHint();
}

QSize FilterEdit::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(placeholderText()) + 4 * fontMetrics().height(),
        QLineEdit::sizeHint().height()};
}

void FilterEdit::setWords(FilterWords* words)
{
    m_words = words;
    if (m_words)
        connect(m_words, &FilterWords::changed, this, [this] {
            if (m_typing && hasFocus())
                listWords();
        });
}

void FilterEdit::offerSaved()
{
    m_menu = new FilterMenu(this);
    connect(m_menu, &FilterMenu::chosen, this, [this](const QString& filter) { setText(filter); });
    connect(m_icon, &QAction::triggered, this, &FilterEdit::openMenu);
    m_icon->setText(tr("Saved filters"));
    m_icon->setToolTip(tr("Saved filters (F4)"));
    listInShortcutSheet(*this, tr("Saved filters"), QKeySequence(Qt::Key_F4));
    m_icon->setEnabled(true);
}

void FilterEdit::openMenu()
{
    if (!m_menu)
        return;
    hideWords();
    m_menu->setCurrent(hasError() ? QString() : text().trimmed());
    m_menu->popup(mapToGlobal(QPoint(0, height())));
}

bool FilterEdit::isListed() const
{
    return m_popup && m_popup->isVisible();
}

void FilterEdit::listWords()
{
    const bool isEmpty = text().left(cursorPosition()).trimmed().isEmpty();
    if (!m_words || (isEmpty && !m_choosing))
        return hideWords();
    m_words->collect();
    const FilterWords::Completion completion = m_words->complete(text(), cursorPosition());
    if (completion.choices.empty())
        return hideWords();
    if (!m_popup) {
        m_popup = new FilterPopup(*window());
        connect(m_popup, &FilterPopup::clicked, this, &FilterEdit::takeWord);
    }
    const int typed =
        fontMetrics().horizontalAdvance(text().mid(completion.begin, cursorPosition() - completion.begin));
    const QPoint below(cursorRect().center().x() - typed - filterGap, height() + 1);
    m_popup->setChoosing(m_choosing);
    m_popup->showChoices(completion, mapTo(window(), below));
    describeWords();
    showWholeError();
}

/// For screen readers.
void FilterEdit::describeWords()
{
    setAccessibleDescription(isListed() ? tr("Completion: %1").arg(shownText(m_popup->current())) : m_help);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

void FilterEdit::hideWords()
{
    m_typing = false;
    m_choosing = false;
    if (!isListed())
        return;
    m_popup->hide();
    updateHint();
    showWholeError();
}

void FilterEdit::takeWord(const QString& word)
{
    const FilterWords::Completion completion = m_words->complete(text(), cursorPosition());
    hideWords();
    setSelection(completion.begin, cursorPosition() - completion.begin);
    insert(word);
    if (word.endsWith(u':')) { // values follow
        m_typing = true;
        listWords();
    }
}

void FilterEdit::markWord(int rows)
{
    m_popup->mark(rows);
    describeWords();
}

/// Handles the list's keys while the user chooses from it.
bool FilterEdit::chooseByKey(const QKeyEvent& event)
{
    switch (event.key()) {
    case Qt::Key_Down:
        markWord(1);
        return true;
    case Qt::Key_Up:
        markWord(-1);
        return true;
    case Qt::Key_PageDown:
        markWord(m_popup->rowsOfPage());
        return true;
    case Qt::Key_PageUp:
        markWord(-m_popup->rowsOfPage());
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        takeWord(m_popup->current());
        return true;
    case Qt::Key_Escape:
        hideWords();
        return true;
    default:
        return false;
    }
}

bool FilterEdit::event(QEvent* event)
{
    if (event->type() == QEvent::KeyPress && isListed()) {
        const auto& key = *static_cast<QKeyEvent*>(event);
        if (key.key() == Qt::Key_Tab && key.modifiers() == Qt::NoModifier) {
            takeWord(m_popup->current());
            return true;
        }
    }
    // Esc must be handled here, and not by a shortcut of the window, while the field has the focus.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void FilterEdit::keyPressEvent(QKeyEvent* event)
{
    if (m_choosing && isListed() && chooseByKey(*event))
        return;
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier) {
        m_choosing = true;
        return listWords();
    }
    if (event->key() == Qt::Key_F4 && event->modifiers() == Qt::NoModifier)
        return openMenu();
    switch (event->key()) {
    case Qt::Key_Escape:
        if (isListed())
            return hideWords();
        clear();
        return leave();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        reportFilter();
        return leave();
    case Qt::Key_Down:
        return leave();
    default:
        QLineEdit::keyPressEvent(event);
    }
}

/// Whether the list offers values for a key without one, which is not an error yet.
bool FilterEdit::awaitsValue() const
{
    return isListed() && text().left(cursorPosition()).endsWith(u':');
}

void FilterEdit::leave()
{
    hideWords();
    emit left();
}

void FilterEdit::changeEvent(QEvent* event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_icon->setIcon(ownIcon(Icon::Filter));
}

void FilterEdit::focusInEvent(QFocusEvent* event)
{
    QLineEdit::focusInEvent(event);
    if (m_words)
        m_words->collect();
    showWholeError();
}

void FilterEdit::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    hideWords();
    showWholeError();
}

void FilterEdit::resizeEvent(QResizeEvent* event)
{
    QLineEdit::resizeEvent(event);
    hideWords();
    showWholeError();
}

void FilterEdit::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    if (!hasError())
        return;
    const QColor color = Theme::of(palette()).error;
    QPainter painter(this);
    painter.setPen(QPen(color, 2));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
    if (m_wholeError && m_wholeError->isVisible())
        return; // report each text only once
    // Draws in the field's own free room, so that nothing moves. showWholeError() and the tooltip show what is cut off.
    const QRect room = messageRect();
    painter.setPen(color);
    painter.drawText(room, int(Qt::AlignRight | Qt::AlignVCenter) | Qt::TextSingleLine,
        fontMetrics().elidedText(shownText(m_error), Qt::ElideRight, room.width()));
}

/// The room between the typed text and the clear button.
QRect FilterEdit::messageRect() const
{
    const int button = style()->pixelMetric(QStyle::PM_LineEditIconSize, nullptr, this) + 2 * filterGap;
    const int typed = cursorRect().left() - fontMetrics().horizontalAdvance(text().left(cursorPosition()))
        + fontMetrics().horizontalAdvance(text());
    QRect room = rect().adjusted(0, 0, -button, 0);
    room.setLeft(std::min(typed + 2 * filterGap, room.right()));
    return room;
}

void FilterEdit::reportFilter()
{
    m_pause.stop();
    if (m_reported == text())
        return;
    m_reported = text();
    emit filterChanged(m_reported);
}

void FilterEdit::updateColors()
{
    m_icon->setIcon(hasError() ? ownIcon(Icon::Error, Theme::of(palette()).error) : ownIcon(Icon::Filter));
    m_icon->setEnabled(hasError() || m_menu);
    update();
}

void FilterEdit::updateHint()
{
    setToolTip(plainToolTip(hasError() ? m_error : m_help));
    setAccessibleDescription(hasError() ? printableText(m_error) : m_help);
}

} // namespace loupe
