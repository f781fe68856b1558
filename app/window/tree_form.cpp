#include "app/window/tree_form.h"

#include "app/window/command/option_words.h"
#include "items/tree/ordered_tree_model.h"

#include <QAction>
#include <QSettings>

namespace loupe {

namespace {

const QString formKey = QStringLiteral("tree/form");

struct Choice {
    TreeForm form;
    const char* text;
    int shortcut;
};

constexpr Choice choices[]{
    {TreeForm::Full, QT_TRANSLATE_NOOP("loupe::TreeFormActions", "Full t&ree"), Qt::Key_T},
    {TreeForm::Compact, QT_TRANSLATE_NOOP("loupe::TreeFormActions", "Compact tree"), Qt::Key_K},
    {TreeForm::Families, QT_TRANSLATE_NOOP("loupe::TreeFormActions", "&Families"), Qt::Key_G},
    {TreeForm::Flat, QT_TRANSLATE_NOOP("loupe::TreeFormActions", "Flat l&ist"), Qt::Key_F},
};

} // namespace

TreeFormActions::TreeFormActions(OrderedTreeModel& model, bool remembers, QObject* parent)
    : QActionGroup(parent)
    , m_model(model)
{
    for (const Choice& choice : choices) {
        if (!model.hasForm(choice.form))
            continue;
        QAction* const action = addAction(tr(choice.text));
        action->setCheckable(true);
        action->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key(choice.shortcut)));
        action->setData(int(choice.form));
    }
    const auto remembered = remembers ? treeFormOf(QSettings().value(formKey).toString()) : std::nullopt;
    show(remembered && model.hasForm(*remembered) ? *remembered : TreeForm::Compact);
    connect(this, &QActionGroup::triggered, &model,
        [&model](QAction* action) { model.setForm(TreeForm(action->data().toInt())); });
    if (remembers) {
        connect(this, &QActionGroup::triggered, this,
            [](QAction* action) { QSettings().setValue(formKey, wordOf(TreeForm(action->data().toInt()))); });
    }
}

void TreeFormActions::show(TreeForm form)
{
    for (QAction* const action : actions())
        action->setChecked(action->data().toInt() == int(form));
    m_model.setForm(form);
}

} // namespace loupe
