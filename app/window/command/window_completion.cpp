#include "app/window/command/window_completion.h"

#include "app/completion/value_choices.h"
#include "app/window/command/option_table.h"

#include <algorithm>
#include <set>

namespace loupe {

namespace {

QString nameOf(const WindowOption& option)
{
    return QStringLiteral("--") + option.option.names().constFirst();
}

bool takesValue(const WindowOption& option)
{
    return !option.option.valueName().isEmpty();
}

/// The parsed words before the last one.
class TypedWindowCommand {
public:
    explicit TypedWindowCommand(const QStringList& words)
    {
        for (const QString& word : words)
            add(word);
    }

    /// The option whose value comes next; null if none does.
    const WindowOption* awaiting() const { return m_awaiting; }
    bool onlyPaths() const { return m_onlyPaths; }

    const WindowOption* find(const QString& name) const
    {
        const auto options = m_table.all();
        const auto found = std::ranges::find_if(options, [&](const auto* one) { return nameOf(*one) == name; });
        return found == options.end() ? nullptr : *found;
    }

    void addOptions(Completion& completion, const QString& typed) const
    {
        for (const WindowOption* const one : m_table.all()) {
            if (nameOf(*one).startsWith(typed) && (one->repeats || !m_given.contains(one)))
                completion.choices.push_back({nameOf(*one).toStdString(), one->option.description().toStdString()});
        }
        for (const char* const name : {"--help", "--version"}) {
            if (QLatin1String(name).startsWith(typed))
                completion.choices.push_back({name, {}});
        }
    }

    Completion completeValueOf(const WindowOption& option, const QString& typed) const
    {
        const bool compares = m_given.contains(&m_table.compare);
        const QStringList& words = compares && !option.pairWords.isEmpty() ? option.pairWords : option.words;
        if (words.isEmpty())
            return completeValue(option.kind, m_paths,
                compares ? FilterSubject::PairsWithValues : FilterSubject::Tensors, typed.toStdString());
        std::vector<std::string> choices;
        for (const QString& word : words)
            choices.push_back(word.toStdString());
        Completion completion;
        completion.choices = wordChoices(choices, typed.toStdString());
        return completion;
    }

private:
    void add(const QString& word)
    {
        if (m_awaiting) {
            m_awaiting = nullptr; // its value
        } else if (m_onlyPaths || !word.startsWith(u'-')) {
            m_paths.push_back(word.toStdString());
        } else if (word == u"--") {
            m_onlyPaths = true;
        } else if (const WindowOption* const option = find(word.section(u'=', 0, 0))) {
            m_given.insert(option);
            m_awaiting = takesValue(*option) && !word.contains(u'=') ? option : nullptr;
        }
    }

    OptionTable m_table;
    std::vector<std::string> m_paths;
    std::set<const WindowOption*> m_given;
    const WindowOption* m_awaiting = nullptr;
    bool m_onlyPaths = false;
};

} // namespace

Completion completeWindowCommand(const QStringList& typed)
{
    if (typed.isEmpty())
        return {};
    const TypedWindowCommand command(typed.mid(0, typed.size() - 1));
    const QString& last = typed.last();
    if (command.awaiting())
        return command.completeValueOf(*command.awaiting(), last);
    Completion completion;
    if (command.onlyPaths() || !last.startsWith(u'-')) {
        completion.files = true;
        return completion;
    }
    const auto equals = last.indexOf(u'=');
    if (equals < 0) {
        command.addOptions(completion, last);
    } else if (const WindowOption* const option = command.find(last.left(equals)); option && takesValue(*option)) {
        completion = command.completeValueOf(*option, last.mid(equals + 1));
        prefixChoices(completion, last.left(equals + 1).toStdString());
    }
    return completion;
}

} // namespace loupe
