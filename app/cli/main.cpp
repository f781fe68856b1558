#include "analysis/parallel.h"
#include "app/cli/command_line.h"
#include "app/cli/interrupt.h"
#include "app/cli/verbs.h"

#include <csignal>
#include <exception>
#include <new>

namespace loupe {

namespace {

ExitStatus runVerb(const VerbOptions& verb)
{
    std::stop_source stop;
    const Interrupt interrupt(stop);
    return std::visit(
        [&](const auto& options) {
            setThreadLimit(options.common.threads);
            const Session session(options.common, stop.get_token());
            const ExitStatus status = run(options, session);
            return status == ExitStatus::Interrupted ? status : session.finish(status);
        },
        verb);
}

} // namespace

} // namespace loupe

int main(int argumentCount, char** arguments)
{
    using namespace loupe;
    // A reader that has seen enough ends us, as it ends any filter; also where the caller ignores the signal.
    std::signal(SIGPIPE, SIG_DFL);
    auto status = ExitStatus::Failed;
    try {
        const auto read = readCommandLine(argumentCount, arguments);
        if (const auto* const verb = std::get_if<VerbOptions>(&read))
            status = runVerb(*verb);
        else
            status = std::get<ExitStatus>(read);
    } catch (const std::bad_alloc&) {
        printErrorLine("out of memory");
    } catch (const std::exception& exception) {
        printErrorLine(exception.what());
    }
    return static_cast<int>(status);
}
