#include "analysis/parallel/parallel.h"
#include "app/cli/command_line/command_line.h"
#include "app/cli/verbs.h"
#include "app/cli/waiting_line.h"
#include "core/remote/remote_files.h"
#include "core/stop_scope.h"
#include "core/text/process_secrets.h"
#ifdef LOUPE_HAS_REMOTE
#include "remote/network_files.h"
#endif
#include "saving/writing/ending_signals.h"

#include <csignal>
#include <exception>
#include <new>

namespace loupe {

namespace {

int runVerb(const VerbOptions& verb)
{
    std::stop_source stop;
    const std::stop_token stopped = stop.get_token();
    const StopScope scope(stopped);
    const EndingSignals signals([&](int) { stop.request_stop(); }, std::chrono::milliseconds(150));
    const ExitStatus status = std::visit(
        [&](const auto& options) {
            setThreadLimit(options.common.threads);
            if (RemoteFiles* const files = remoteFiles(); files && options.common.offline)
                files->setOffline();
            const WaitingLine line(!options.common.quiet);
            Session session(options.common, stopped);
            const auto secret = session.readSecret();
            const ExitStatus answer = secret ? run(options, session) : session.reportAsAnswer(secret.error());
            return answer == ExitStatus::Interrupted ? answer : session.finish(answer);
        },
        verb);
    return status == ExitStatus::Interrupted ? signals.status() : static_cast<int>(status);
}

} // namespace

} // namespace loupe

int main(int argumentCount, char** arguments)
{
    using namespace loupe;
    // Restore SIGPIPE, so that closing our output ends us as any filter, even if the caller ignores the signal.
    std::signal(SIGPIPE, SIG_DFL);
    int status = static_cast<int>(ExitStatus::Failed);
#ifdef LOUPE_HAS_REMOTE
    remote::NetworkFiles network;
    setRemoteFiles(&network);
#endif
    try {
        const auto read = readCommandLine(argumentCount, arguments);
        hideSecrets({arguments, static_cast<std::size_t>(argumentCount)});
        if (const auto* const verb = std::get_if<VerbOptions>(&read)) {
#ifdef LOUPE_HAS_REMOTE
            if (!std::holds_alternative<CacheOptions>(*verb)) // the cache verb reports problems itself
                if (const auto kept = network.keepOnDisk(); !kept)
                    printErrorLine(describe(kept.error()));
#endif
            status = runVerb(*verb);
        } else {
            status = static_cast<int>(std::get<ExitStatus>(read));
        }
    } catch (const std::bad_alloc&) {
        printErrorLine("out of memory");
    } catch (const std::exception& exception) {
        printErrorLine(exception.what());
    }
    return status;
}
