#pragma once

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <csignal>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loupe::test {

/// How often each kind of write is killed: LOUPE_KILL_ROUNDS if set, otherwise `usual`.
inline std::size_t killRounds(std::size_t usual)
{
    const char* const asked = std::getenv("LOUPE_KILL_ROUNDS");
    return asked ? std::strtoul(asked, nullptr, 10) : usual;
}

/// A running tloupe, without output.
class Child {
public:
    Child(const std::filesystem::path& folder, std::vector<std::string> arguments)
    {
        arguments.insert(arguments.begin(), LOUPE_TLOUPE);
        std::vector<char*> pointers;
        for (std::string& argument : arguments)
            pointers.push_back(argument.data());
        pointers.push_back(nullptr);
        m_process = fork();
        if (m_process == 0) {
            for (const int ending : {SIGINT, SIGTERM, SIGHUP}) // even if the parent of the test ignores them
                signal(ending, SIG_DFL);
            if (chdir(folder.c_str()) != 0 || !freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
                _exit(127);
            execv(LOUPE_TLOUPE, pointers.data());
            _exit(127);
        }
    }
    void send(int signal) const
    {
        if (!m_ended) // otherwise the PID may belong to another process
            kill(m_process, signal);
    }
    pid_t id() const { return m_process; }
    bool running() { return !m_ended && !(m_ended = waitpid(m_process, &m_status, WNOHANG) == m_process); }
    /// Kills it after `duration`, unless it ends first. Returns whether it was killed.
    bool killAfter(std::chrono::microseconds duration)
    {
        const auto until = std::chrono::steady_clock::now() + duration;
        while (running() && std::chrono::steady_clock::now() < until)
            std::this_thread::yield();
        send(SIGKILL);
        return wait() == 128 + SIGKILL;
    }
    /// The exit status, or 128 plus the signal that ended it.
    int wait()
    {
        if (!m_ended)
            waitpid(m_process, &m_status, 0);
        m_ended = true;
        return WIFEXITED(m_status) ? WEXITSTATUS(m_status) : 128 + WTERMSIG(m_status);
    }

private:
    pid_t m_process = -1;
    int m_status = 0;
    bool m_ended = false;
};

} // namespace loupe::test
