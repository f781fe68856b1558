#include "app/window/tree_form.h"

#include "items/tree/ordered_tree_model.h"

#include <QAction>
#include <QSettings>

namespace loupe {

namespace {

const QString formKey = QStringLiteral("tree/form");

struct Choice {
    TreeForm form;
    const char* key; ///< in the settings
    const char* text;
    int shortcut;
};

/// In the order of TreeForm.
constexpr Choice choices[]{
    {TreeForm::Full, "full", QT_TRANSLATE_NOOP("loupe::TreeFormActions", "Full t&ree"), Qt::Key_T},
    {TreeForm::Compact, "compact", QT_TRANSLATE_NOOP("loupe::TreeFormActions", "Compact tree"), Qt::Key_K},
    {TreeForm::Families, "families", QT_TRANSLATE_NOOP("loupe::TreeFormActions", "&Families"), Qt::Key_G},
    {TreeForm::Flat, "flat", QT_TRANSLATE_NOOP("loupe::TreeFormActions", "Flat l&ist"), Qt::Key_F},
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
    const auto remembered = remembers ? formOf(QSettings().value(formKey).toString()) : std::nullopt;
    show(remembered && model.hasForm(*remembered) ? *remembered : TreeForm::Compact);
    connect(this, &QActionGroup::triggered, &model,
        [&model](QAction* action) { model.setForm(TreeForm(action->data().toInt())); });
    if (remembers) {
        connect(this, &QActionGroup::triggered, this,
            [](QAction* action) { QSettings().setValue(formKey, QLatin1String(choices[action->data().toInt()].key)); });
    }
}

std::optional<TreeForm> TreeFormActions::formOf(const QString& name)
{
    for (const Choice& choice : choices) {
        if (name == QLatin1String(choice.key))
            return choice.form;
    }
    return std::nullopt;
}

QString TreeFormActions::nameOf(TreeForm form)
{
    return QLatin1String(choices[static_cast<std::size_t>(form)].key);
}

void TreeFormActions::show(TreeForm form)
{
    for (QAction* const action : actions())
        action->setChecked(action->data().toInt() == int(form));
    m_model.setForm(form);
}

} // namespace loupe
