#include "app/cli/command_line/command_line.h"

#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/help_footer.h"
#include "app/cli/command_line/verb_table.h"
#include "app/cli/session.h"

#include <algorithm>
#include <cerrno>
#include <iostream>

namespace loupe {

namespace {

/// "help VERB" is "VERB --help".
constexpr std::string_view helpWord = "help";

/// The program with its verbs.
class Parser {
public:
    Parser()
    {
        m_app.require_subcommand(1);
        m_app.get_formatter()->label("SUBCOMMAND", "VERB");
        m_app.set_version_flag("--version", std::string("tloupe " LOUPE_VERSION));
        m_app.set_help_flag("-h,--help", "Print help and exit");
        m_app.failure_message(CLI::FailureMessage::simple);
        for (VerbDeclaration* const declare : verbTable())
            m_verbs.push_back(declare(m_app, m_hints));
        m_app.footer(helpFooter());
        for (const DeclaredVerb& verb : m_verbs)
            verb.app->footer(helpFooter(verb.app->get_name(), verb.help))->group("Verbs");
    }

    Completion complete(std::span<const std::string> typed) const
    {
        const bool asksForHelp = typed.size() > 1 && typed.front() == helpWord;
        if (asksForHelp && (typed.size() > 2 || typed.back().starts_with('-')))
            return {}; // only a verb may follow
        Completion completion = completeCommand(m_app, m_hints, asksForHelp ? typed.subspan(1) : typed);
        if (typed.size() == 1 && helpWord.starts_with(typed.front()))
            completion.choices.push_back({std::string(helpWord), "Print the help of a verb"});
        return completion;
    }

    std::variant<VerbOptions, ExitStatus> parse(int argumentCount, const char* const* arguments)
    {
        try {
            const bool asksForHelp = argumentCount > 1 && arguments[1] == helpWord;
            if (asksForHelp) {
                ++arguments;
                --argumentCount;
            }
            if (argumentCount > 1 || !asksForHelp)
                checkVerb(argumentCount > 1 ? arguments[1] : "");
            std::vector<std::string> words; // in reverse order
            if (asksForHelp)
                words.emplace_back("--help");
            for (int i = argumentCount - 1; i > 0; --i)
                words.push_back(shielded(arguments[i]));
            m_app.parse(std::move(words));
            return std::ranges::find_if(m_verbs, [](const DeclaredVerb& verb) {
                return verb.app->parsed();
            })->options();
        } catch (const CLI::Success& success) { // help or version
            const int status = m_app.exit(success);
            if (!std::cout.flush())
                printErrorLine(describe(systemError(errno, "cannot write the output", "standard output")));
            return status == 0 && std::cout ? ExitStatus::Done : ExitStatus::Failed;
        } catch (const CLI::Error& error) {
            printErrorLine(error.what() + std::string("; --help shows the usage"));
            return ExitStatus::Usage;
        }
    }

private:
    /// Gives a better message than the library if the first argument should be a verb but is not.
    void checkVerb(const std::string& word) const
    {
        std::string names;
        for (const DeclaredVerb& verb : m_verbs) {
            if (verb.app->get_name() == word)
                return;
            names += (names.empty() ? "" : ", ") + verb.app->get_name();
        }
        const std::string wrong = word.empty() ? "there is no verb" : "unknown verb \"" + word + '"';
        if (!word.starts_with('-'))
            throw CLI::ExtrasError(wrong + ", expected one of " + names, CLI::ExitCodes::ExtrasError);
    }

    CLI::App m_app{"Look inside model files: tensors, values, health, differences.", "tloupe"};
    CompletionHints m_hints;
    std::vector<DeclaredVerb> m_verbs;
};

} // namespace

std::variant<VerbOptions, ExitStatus> readCommandLine(int argumentCount, const char* const* arguments)
{
    // Used by shell completion scripts, which pass incomplete commands. Not a verb for users.
    if (argumentCount > 1 && arguments[1] == completionVerb) {
        const std::vector<std::string> typed(arguments + 2, arguments + argumentCount);
        std::cout << completionLines(Parser().complete(typed)) << std::flush;
        return std::cout ? ExitStatus::Done : ExitStatus::Failed;
    }
    return Parser().parse(argumentCount, arguments);
}

} // namespace loupe
