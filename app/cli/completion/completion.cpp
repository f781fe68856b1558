#include "app/cli/completion/completion.h"

#include "app/completion/value_choices.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace loupe {

namespace {

constexpr std::array valueKinds{std::pair("PATH", ValueKind::File), std::pair("ADAPTER", ValueKind::File),
    std::pair("BASE", ValueKind::File), std::pair("IN", ValueKind::File), std::pair("A", ValueKind::File),
    std::pair("B", ValueKind::File), std::pair("OUT", ValueKind::File), std::pair("FILE", ValueKind::File),
    std::pair("PART", ValueKind::File), std::pair("FOLDER", ValueKind::File), std::pair("RUN", ValueKind::File),
    std::pair("TENSOR", ValueKind::Tensor), std::pair("GLOB", ValueKind::Tensor),
    std::pair("[FROM=]TO", ValueKind::DType), std::pair("EXPR", ValueKind::Filter)};

bool isPositional(const CLI::Option& option)
{
    return option.get_positional() && !option.nonpositional();
}

bool takesMany(const CLI::Option& option)
{
    return option.get_items_expected_max() > 1 || option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
}

std::string placeholder(const CLI::Option& option)
{
    return isPositional(option) ? option.get_name(true) : option.get_type_name();
}

std::vector<std::string> namesOf(const CLI::Option& option)
{
    std::vector<std::string> names;
    for (const std::string& name : option.get_lnames())
        names.push_back("--" + name);
    for (const std::string& name : option.get_snames())
        names.push_back("-" + name);
    return names;
}

/// Parses a command line word by word.
class TypedCommand {
public:
    explicit TypedCommand(const CLI::App& program)
        : m_apps{&program}
    {
    }

    void add(const std::string& word)
    {
        if (std::exchange(m_awaiting, nullptr))
            return; // the value
        if (m_onlyPositionals || word == "-" || !word.starts_with('-')) {
            addPositional(word);
            return;
        }
        m_onlyPositionals = word == "--";
        const std::size_t equals = word.find('=');
        const CLI::Option* const option = find(word.substr(0, equals));
        if (!option)
            return;
        m_given.insert(option);
        if (equals == std::string::npos && option->get_items_expected_max() > 0)
            m_awaiting = option;
    }

    const CLI::App& verb() const { return *m_apps.back(); }
    /// The option whose value comes next; null if none does.
    const CLI::Option* awaiting() const { return m_awaiting; }
    /// Whether a verb may come next; it is the first word without a dash.
    bool mayNameVerb() const { return m_positionals == 0 && !m_onlyPositionals; }
    bool onlyPositionals() const { return m_onlyPositionals; }
    const std::vector<std::string>& paths() const { return m_paths; }

    const CLI::Option* find(const std::string& name) const
    {
        for (const CLI::App* const app : reachable()) {
            for (const CLI::Option* const option : app->get_options()) {
                const auto names = namesOf(*option);
                if (std::ranges::find(names, name) != names.end())
                    return option;
            }
        }
        return nullptr;
    }

    /// The options that can still be given.
    std::vector<const CLI::Option*> options() const
    {
        std::vector<const CLI::Option*> options;
        for (const CLI::App* const app : reachable()) {
            for (const CLI::Option* const option : app->get_options()) {
                const bool isHidden = option->get_group().empty() || !option->nonpositional();
                const bool isOver = m_given.contains(option) && !takesMany(*option);
                if (!isHidden && !isOver && !isExcluded(*option))
                    options.push_back(option);
            }
        }
        return options;
    }

    /// The argument that a word without a dash would be; null if there are no more.
    const CLI::Option* nextPositional() const
    {
        std::size_t before = 0;
        for (const CLI::Option* const option : verb().get_options()) {
            if (!isPositional(*option))
                continue;
            if (takesMany(*option) || before == m_positionals)
                return option;
            ++before;
        }
        return nullptr;
    }

private:
    /// The apps whose options may follow: the verb, and the program itself if the verb allows it.
    std::vector<const CLI::App*> reachable() const
    {
        std::vector<const CLI::App*> apps{&verb()};
        for (std::size_t i = m_apps.size() - 1; i > 0 && m_apps[i]->get_fallthrough(); --i)
            apps.push_back(m_apps[i - 1]);
        return apps;
    }

    bool isExcluded(const CLI::Option& option) const
    {
        return std::ranges::any_of(m_given, [&](const CLI::Option* given) {
            return std::ranges::any_of(option.get_excludes(), [&](const CLI::Option* one) { return one == given; })
                || std::ranges::any_of(given->get_excludes(), [&](const CLI::Option* one) { return one == &option; });
        });
    }

    void addPositional(const std::string& word)
    {
        const auto verbs = verb().get_subcommands([&](const CLI::App* one) { return one->get_name() == word; });
        if (!verbs.empty() && !m_onlyPositionals) {
            m_apps.push_back(verbs.front());
            m_positionals = 0;
            return;
        }
        const CLI::Option* const option = nextPositional();
        if (option && valueKind(placeholder(*option)) == ValueKind::File)
            m_paths.push_back(word);
        ++m_positionals;
    }

    std::vector<const CLI::App*> m_apps; ///< the program, then the verb
    std::set<const CLI::Option*> m_given;
    std::vector<std::string> m_paths;
    std::size_t m_positionals = 0;
    const CLI::Option* m_awaiting = nullptr;
    bool m_onlyPositionals = false;
};

void addValues(Completion& completion, const CLI::Option& option, const TypedCommand& command,
    const CompletionHints& hints, const std::string& typed)
{
    if (const auto words = hints.words.find(&option); words != hints.words.end()) {
        completion.choices = wordChoices(words->second, typed);
        if (valueKind(placeholder(option)) != ValueKind::File || !completion.choices.empty())
            return;
    }
    const FilterSubject subject =
        hints.pairVerbs.contains(&command.verb()) ? FilterSubject::PairsWithValues : FilterSubject::Tensors;
    completion = completeValue(valueKind(placeholder(option)), command.paths(), subject, typed);
}

void addOptions(Completion& completion, const TypedCommand& command, const std::string& typed)
{
    for (const CLI::Option* const option : command.options()) {
        for (const std::string& name : namesOf(*option)) {
            if (name.starts_with(typed))
                completion.choices.push_back({name, option->get_description()});
        }
    }
}

} // namespace

ValueKind valueKind(std::string_view placeholder)
{
    const auto known = std::ranges::find(valueKinds, placeholder, &std::pair<const char*, ValueKind>::first);
    return known == valueKinds.end() ? ValueKind::Free : known->second;
}

Completion completeCommand(const CLI::App& program, const CompletionHints& hints, std::span<const std::string> typed)
{
    Completion completion;
    if (typed.empty())
        return completion;
    TypedCommand command(program);
    for (const std::string& word : typed.first(typed.size() - 1))
        command.add(word);
    const std::string& last = typed.back();
    if (const CLI::Option* const option = command.awaiting()) {
        addValues(completion, *option, command, hints, last);
        return completion;
    }
    if (!command.onlyPositionals() && last.starts_with('-')) {
        const std::size_t equals = last.find('=');
        if (equals == std::string::npos) {
            addOptions(completion, command, last);
        } else if (const CLI::Option* const option = command.find(last.substr(0, equals))) {
            addValues(completion, *option, command, hints, last.substr(equals + 1));
            prefixChoices(completion, std::string_view(last).substr(0, equals + 1));
        }
        return completion;
    }
    for (const CLI::App* const verb : command.verb().get_subcommands({})) {
        if (command.mayNameVerb() && !verb->get_group().empty() && verb->get_name().starts_with(last))
            completion.choices.push_back({verb->get_name(), verb->get_description()});
    }
    if (const CLI::Option* const positional = command.nextPositional())
        addValues(completion, *positional, command, hints, last);
    return completion;
}

} // namespace loupe
