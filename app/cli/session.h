#pragma once

#include "app/cli/exit_status.h"
#include "app/cli/options.h"
#include "app/cli/terminal.h"
#include "core/checkpoint.h"
#include "core/result.h"
#include "core/text/error_json.h"
#include "core/text/json_writer.h"
#include "core/work.h"
#include "formats/shared/secret.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace loupe {

class CollectedResults;

/// The environment of a verb: output, error reports, and the stop token.
class Session {
public:
    Session(const CommonOptions& options, std::stop_token stop)
        : m_options(options)
        , m_stop(std::move(stop))
    {
    }
    /// For a verb whose results were already collected.
    Session(const CommonOptions& options, const Session& outer, std::shared_ptr<const CollectedResults> collected)
        : m_options(options)
        , m_stop(outer.m_stop)
        , m_collected(std::move(collected))
    {
    }

    const CommonOptions& options() const { return m_options; }
    const Style& style() const { return m_style; }
    Work work(Progress* progress = nullptr) const { return {m_stop, progress}; }
    bool stopped() const { return m_stop.stop_requested(); }
    /// The results to print; null if the verb must compute them.
    const CollectedResults* collected() const { return m_collected.get(); }

    /// Reads the key or passphrase file named by the options, if any. Call before the first open().
    Result<> readSecret();
    /// Opens a checkpoint, with the secret for its encrypted values, if any. Quantized weights appear as the weights
    /// that they represent, unless the options ask for stored tensors and numbers.
    Result<std::shared_ptr<const Checkpoint>> open(const std::string& path) const;
    /// As open(), but lists the tensors as they are in the files.
    Result<std::shared_ptr<const Checkpoint>> openAsListed(const std::string& path) const;

    /// Call before reading values. Fails with InvalidArgument if `bytes` over the network are many and --yes was not
    /// given; the exit status is then Usage. `paths`: the sources, for the message.
    Result<> allowFetching(std::uint64_t bytes, std::span<const std::string> paths) const;
    Result<> allowFetching(std::uint64_t bytes, const std::filesystem::path& path) const;

    /// Prints to standard output, buffered.
    void print(std::string_view text) const;
    JsonWriter json() const;
    /// Flushes standard output.
    void flush() const;

    /// Prints the error to standard error and returns its exit status. Prints nothing for Stopped.
    ExitStatus report(const Error& error) const;
    /// With --json, prints the error as the JSON document.
    void answer(const Error& error) const;
    /// Calls report() and answer().
    ExitStatus reportAsAnswer(const Error& error) const;
    /// Prints a remark on standard error, unless --quiet was given.
    void remark(std::string_view sentence) const;

    /// Returns `status`, or reports and returns Failed if standard output could not be written.
    ExitStatus finish(ExitStatus status) const;

private:
    void remarkOnTraffic() const;
    /// Reports the files that were read from the cache without asking their servers, and the age of the copies.
    void remarkOnCopies() const;

    CommonOptions m_options;
    std::stop_token m_stop;
    std::shared_ptr<const CollectedResults> m_collected;
    std::optional<Secret> m_secret;
    Style m_style = Style::forDescriptor(1);
};

/// Prints "tloupe: SENTENCE" and a line feed on standard error, with control characters spelled out.
void printErrorLine(std::string_view sentence);

} // namespace loupe
