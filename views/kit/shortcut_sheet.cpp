#include "views/kit/shortcut_sheet.h"

#include "views/kit/plain_text.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QKeySequence>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QScrollArea>
#include <QSet>
#include <QVBoxLayout>

#include <array>
#include <numeric>

namespace loupe {

namespace {

using ShortcutRow = std::pair<QString, QString>;

/// A menu text without its mnemonic and ellipsis.
QString nameOf(const QString& menuText)
{
    QString name = menuText.section(u'\t', 0, 0);
    name.replace(QStringLiteral("&&"), QStringLiteral("\x01")).remove(u'&').replace(u'\x01', u'&');
    if (name.endsWith(u'…'))
        name.chop(1);
    return name;
}

constexpr const char* nameProperty = "shortcutName";
constexpr const char* rowsProperty = "shortcutRows"; ///< names and keys in turn

QString nameOf(const QAction& action)
{
    const QString name = action.property(nameProperty).toString();
    return name.isEmpty() ? nameOf(action.text()) : name;
}

/// Keys that few keyboards still have. Platforms that use one for a shortcut also have another.
bool isOnFewKeyboards(const QKeySequence& keys)
{
    return keys[0].key() > Qt::Key_F12 && keys[0].key() <= Qt::Key_F35;
}

QString keysOf(const QAction& action)
{
    QStringList keys;
    for (const QKeySequence& one : action.shortcuts()) {
        if (!isOnFewKeyboards(one))
            keys << one.toString(QKeySequence::NativeText);
    }
    return keys.join(ShortcutSheet::tr(" or "));
}

void addRow(std::vector<ShortcutRow>& rows, const ShortcutRow& row, QSet<ShortcutRow>& listed)
{
    if (row.first.isEmpty() || row.second.isEmpty() || listed.contains(row))
        return;
    listed.insert(row);
    rows.push_back(row);
}

/// Merges actions of several views with the same name and keys, such as Copy, into one row.
void addActions(std::vector<ShortcutRow>& rows, const QList<QAction*>& actions, QSet<ShortcutRow>& listed)
{
    for (const QAction* const action : actions) {
        if (const QMenu* const menu = action->menu()) {
            addActions(rows, menu->actions(), listed);
            continue;
        }
        addRow(rows, ShortcutRow(nameOf(*action), keysOf(*action)), listed);
    }
}

QWidget* makeGroup(const ShortcutGroup& group)
{
    auto* const widget = new QWidget;
    auto* const grid = new QGridLayout(widget);
    grid->setContentsMargins(0, 0, 0, 16);
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(0, 1);
    auto* const title = new QLabel(group.title);
    title->setTextFormat(Qt::PlainText);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    grid->addWidget(title, 0, 0, 1, 2);
    int line = 1;
    for (const auto& [name, keys] : group.rows) {
        auto* const what = new QLabel(name);
        what->setTextFormat(Qt::PlainText);
        auto* const how = new QLabel(keys);
        how->setTextFormat(Qt::PlainText);
        how->setForegroundRole(QPalette::PlaceholderText);
        what->setAccessibleName(ShortcutSheet::tr("%1: %2").arg(name, keys));
        grid->addWidget(what, line, 0);
        grid->addWidget(how, line, 1, Qt::AlignRight);
        ++line;
    }
    return widget;
}

} // namespace

void nameInShortcutSheet(QAction& action, const QString& name)
{
    action.setProperty(nameProperty, name);
}

void listInShortcutSheet(QWidget& widget, const QString& name, const QKeySequence& keys)
{
    widget.setProperty(
        rowsProperty, widget.property(rowsProperty).toStringList() << name << keys.toString(QKeySequence::NativeText));
}

std::vector<ShortcutGroup> shortcutsOf(const QMainWindow& window)
{
    std::vector<ShortcutGroup> groups;
    QSet<ShortcutRow> listed;
    const auto add = [&](const QString& title, const QList<QAction*>& actions) {
        ShortcutGroup group{.title = title, .rows = {}};
        addActions(group.rows, actions, listed);
        if (!group.rows.empty())
            groups.push_back(std::move(group));
    };
    if (const auto* const bar = qobject_cast<const QMenuBar*>(window.menuWidget())) {
        for (const QAction* const menu : bar->actions()) {
            if (menu->menu())
                add(nameOf(menu->text()), menu->menu()->actions());
        }
    }
    ShortcutGroup elsewhere{.title = ShortcutSheet::tr("Elsewhere"), .rows = {}};
    addActions(elsewhere.rows, window.findChildren<QAction*>(), listed);
    for (const QWidget* const widget : window.findChildren<QWidget*>()) {
        const QStringList rows = widget->property(rowsProperty).toStringList();
        for (qsizetype i = 0; i + 1 < rows.size(); i += 2)
            addRow(elsewhere.rows, ShortcutRow(rows[i], rows[i + 1]), listed);
    }
    if (!elsewhere.rows.empty())
        groups.push_back(std::move(elsewhere));
    return groups;
}

void ShortcutSheet::showFor(QMainWindow& window)
{
    auto* sheet = window.findChild<ShortcutSheet*>(QString(), Qt::FindDirectChildrenOnly);
    if (!sheet)
        sheet = new ShortcutSheet(window);
    sheet->show();
    sheet->raise();
    sheet->activateWindow();
}

ShortcutSheet::ShortcutSheet(QMainWindow& window)
    : QDialog(&window)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Keyboard shortcuts"));
    auto* const content = new QWidget;
    auto* const columns = new QHBoxLayout(content);
    columns->setContentsMargins(16, 16, 16, 0);
    columns->setSpacing(48);
    std::array<QVBoxLayout*, 2> column{new QVBoxLayout, new QVBoxLayout};
    for (QVBoxLayout* const each : column)
        columns->addLayout(each, 1);
    const std::vector<ShortcutGroup> groups = shortcutsOf(window);
    const std::size_t all = std::accumulate(groups.begin(), groups.end(), std::size_t{0},
        [](std::size_t sum, const ShortcutGroup& group) { return sum + group.rows.size() + 2; });
    std::size_t before = 0; // rows
    for (const ShortcutGroup& group : groups) {
        const std::size_t size = group.rows.size() + 2;
        column[before + size / 2 < all / 2 ? 0 : 1]->addWidget(makeGroup(group));
        before += size;
    }
    for (QVBoxLayout* const each : column)
        each->addStretch(1);
    auto* const area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setWidget(content);
    area->setAccessibleName(windowTitle());
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* const rows = new QVBoxLayout(this);
    rows->addWidget(area, 1);
    rows->addWidget(buttons);
    const QSize wanted = content->sizeHint() + QSize(48, buttons->sizeHint().height() + 48);
    constexpr QSize frame(0, 64); // added by a window manager; keeps Close on the screen if the window fills it
    resize(wanted.boundedTo((window.size() - frame).expandedTo({480, 320})));
}

} // namespace loupe
